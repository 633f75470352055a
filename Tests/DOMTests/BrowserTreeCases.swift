// Made by asking the browser; see BrowserTreeTests.
extension BrowserTree {
    /// The first five concern `colgroup`, templates and `selectedcontent`.
    static let all = [
        BrowserTree(
            "x y\nz",
            in: "colgroup",
            "\" \n\""
        ),
        BrowserTree(
            "<template><col>x y",
            "<html>",
            "  <head>",
            "    <template>",
            "      content",
            "        <col>",
            "        \" \"",
            "  <body>"
        ),
        BrowserTree(
            "<option><select><button><selectedcontent></button><option>a",
            "<html>",
            "  <head>",
            "  <body>",
            "    <option>",
            "      <select>",
            "        <button>",
            "          <selectedcontent>",
            "        <option>",
            "          \"a\""
        ),
        BrowserTree(
            "<select><button><selectedcontent></button><option>a<option selected>b</select>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <select>",
            "      <button>",
            "        <selectedcontent>",
            "          \"b\"",
            "      <option>",
            "        \"a\"",
            "      <option>",
            "        selected=\"\"",
            "        \"b\""
        ),
        BrowserTree(
            "<selectedcontent><select><button><selectedcontent></button><option>a",
            "<html>",
            "  <head>",
            "  <body>",
            "    <selectedcontent>",
            "      <select>",
            "        <button>",
            "          <selectedcontent>",
            "        <option>",
            "          \"a\""
        ),
        BrowserTree(
            "<b><p></b>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <b>",
            "    <p>",
            "      <b>",
            "      \"x\""
        ),
        BrowserTree(
            "<a><div><a>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <a>",
            "    <div>",
            "      <a>",
            "      <a>",
            "        \"x\""
        ),
        BrowserTree(
            "<b><i></b></i>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <b>",
            "      <i>",
            "    \"x\""
        ),
        BrowserTree(
            "<p><b><i><u></p><p>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <p>",
            "      <b>",
            "        <i>",
            "          <u>",
            "    <p>",
            "      <b>",
            "        <i>",
            "          <u>",
            "            \"x\""
        ),
        BrowserTree(
            "<b><b><b><b></b></b></b></b>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <b>",
            "      <b>",
            "        <b>",
            "          <b>",
            "    \"x\""
        ),
        BrowserTree(
            "<table><b>x<tr>y",
            "<html>",
            "  <head>",
            "  <body>",
            "    <b>",
            "      \"x\"",
            "    <b>",
            "      \"y\"",
            "    <table>",
            "      <tbody>",
            "        <tr>"
        ),
        BrowserTree(
            "<table><a>1<p>2</a>3</p>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <a>",
            "      \"1\"",
            "    <p>",
            "      <a>",
            "        \"2\"",
            "      \"3\"",
            "    <table>"
        ),
        BrowserTree(
            "<table><tr> x</table>",
            "<html>",
            "  <head>",
            "  <body>",
            "    \" x\"",
            "    <table>",
            "      <tbody>",
            "        <tr>"
        ),
        BrowserTree(
            "<table><td><table><caption><td>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <table>",
            "      <tbody>",
            "        <tr>",
            "          <td>",
            "            <table>",
            "              <caption>",
            "              <tbody>",
            "                <tr>",
            "                  <td>"
        ),
        BrowserTree(
            "<table><input type=hidden><input>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <input>",
            "    <table>",
            "      <input>",
            "        type=\"hidden\""
        ),
        BrowserTree(
            "<table><select><tr>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <select>",
            "    <table>",
            "      <tbody>",
            "        <tr>"
        ),
        BrowserTree(
            "<svg><desc><div></svg>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <svg svg>",
            "      <svg desc>",
            "        <div>",
            "          \"x\""
        ),
        BrowserTree(
            "<svg><font><font color>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <svg svg>",
            "      <svg font>",
            "    <font>",
            "      color=\"\"",
            "      \"x\""
        ),
        BrowserTree(
            "<math><annotation-xml><svg><p>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <math math>",
            "      <math annotation-xml>",
            "        <svg svg>",
            "    <p>"
        ),
        BrowserTree(
            "<math><annotation-xml encoding=text/html><p>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <math math>",
            "      <math annotation-xml>",
            "        encoding=\"text/html\"",
            "        <p>"
        ),
        BrowserTree(
            "<math><mi><p><mglyph>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <math math>",
            "      <math mi>",
            "        <p>",
            "          <mglyph>"
        ),
        BrowserTree(
            "<template><tr><div></template>x",
            "<html>",
            "  <head>",
            "    <template>",
            "      content",
            "        <tr>",
            "        <div>",
            "  <body>",
            "    \"x\""
        ),
        BrowserTree(
            "<table><template><tr></template><td>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <table>",
            "      <template>",
            "        content",
            "          <tr>",
            "      <tbody>",
            "        <tr>",
            "          <td>"
        ),
        BrowserTree(
            "<frameset><frame></frameset> x ",
            "<html>",
            "  <head>",
            "  <frameset>",
            "    <frame>",
            "  \"  \""
        ),
        BrowserTree(
            "<head><noscript><img></noscript>",
            "<html>",
            "  <head>",
            "    <noscript>",
            "      \"<img>\"",
            "  <body>"
        ),
        BrowserTree(
            "<head><noscript><img></noscript>",
            scripting: false,
            "<html>",
            "  <head>",
            "    <noscript>",
            "  <body>",
            "    <img>"
        ),
        BrowserTree(
            "<html a=1><body b=2><html a=3 c=4><body b=5 d=6>",
            "<html>",
            "  a=\"1\"",
            "  c=\"4\"",
            "  <head>",
            "  <body>",
            "    b=\"2\"",
            "    d=\"6\""
        ),
        BrowserTree(
            "</p></br>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <br>"
        ),
        BrowserTree(
            "<button><p><button>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <button>",
            "      <p>",
            "    <button>",
            "      \"x\""
        ),
        BrowserTree(
            "<form><div></form><form>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <form>",
            "      <div>",
            "        <form>",
            "          \"x\""
        ),
        BrowserTree(
            "<ruby>a<rb>b<rtc>c<rt>d<rp>e",
            "<html>",
            "  <head>",
            "  <body>",
            "    <ruby>",
            "      \"a\"",
            "      <rb>",
            "        \"b\"",
            "      <rtc>",
            "        \"c\"",
            "        <rt>",
            "          \"d\"",
            "        <rp>",
            "          \"e\""
        ),
        BrowserTree(
            "<select><div><select>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <select>",
            "      <div>",
            "    \"x\""
        ),
        BrowserTree(
            "<li><ul><li><p><li>x",
            "<html>",
            "  <head>",
            "  <body>",
            "    <li>",
            "      <ul>",
            "        <li>",
            "          <p>",
            "        <li>",
            "          \"x\""
        ),
        BrowserTree(
            "<nobr>1<nobr>2",
            "<html>",
            "  <head>",
            "  <body>",
            "    <nobr>",
            "      \"1\"",
            "    <nobr>",
            "      \"2\""
        ),
        BrowserTree(
            "<!DOCTYPE html><p><table>",
            "<!DOCTYPE html>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <p>",
            "    <table>"
        ),
        BrowserTree(
            "<p><table>",
            "<html>",
            "  <head>",
            "  <body>",
            "    <p>",
            "      <table>"
        ),
        BrowserTree(
            "<tr><td>x",
            in: "table",
            "<tbody>",
            "  <tr>",
            "    <td>",
            "      \"x\""
        ),
        BrowserTree(
            "<td>x",
            in: "tr",
            "<td>",
            "  \"x\""
        ),
        BrowserTree(
            "<option>a<p>b",
            in: "select",
            "<option>",
            "  \"a\"",
            "  <p>",
            "    \"b\""
        ),
        BrowserTree(
            "<li>x</li></ul>",
            in: "ul",
            "<li>",
            "  \"x\""
        ),
    ]
}
