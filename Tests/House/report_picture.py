#!/usr/bin/env python3
"""Takes the pictures of a report that the documentation shows, for light and dark pages.

    python3 Tests/House/report_picture.py REPORT.html FOLDER

Writes FOLDER/report.png and FOLDER/report~dark.png: the top of the report in a window of 1,000 by 566 points, in at most 48
colours. Needs Chromium, and the package Pillow for Python.
"""
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

WIDTH, HEIGHT, COLOURS = 1000, 566, 48
#: Chromium's numbers for the colour schemes.
SCHEMES = {"report.png": 1, "report~dark.png": 0}


def main():
    report, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as work:
        picture = pathlib.Path(work, "picture.png")
        for name, scheme in SCHEMES.items():
            # What is below the report's own bottom edge is not shown.
            command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                       f"--user-data-dir={work}/profile", f"--blink-settings=preferredColorScheme={scheme}",
                       f"--window-size={WIDTH},{HEIGHT + 34}", f"--screenshot={picture}", report.as_uri()]
            subprocess.run(command, check=True, capture_output=True)
            image = Image.open(picture).convert("RGB").crop((0, 0, WIDTH, HEIGHT))
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(folder / name, optimize=True)


if __name__ == "__main__":
    main()
