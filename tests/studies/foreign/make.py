"""Makes the transcripts: `make.py hearts rules_duck`, `make.py liars_dice`, `make.py` for all that is listed, in turn."""

import sys
import time

import families
import files


def main(wanted):
    ruleset, family = (wanted + [None, None])[:2]
    for (of, name), games in families.ALL.items():
        if ruleset in (None, of) and family in (None, name):
            began = time.time()
            count, events, size = files.write(of, name, games())
            print(f"{of:11} {name:18} {count:4} games {events:6} events {size:7} bytes {time.time() - began:6.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
