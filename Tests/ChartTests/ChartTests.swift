import Chart
