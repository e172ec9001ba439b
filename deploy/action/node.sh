#!/usr/bin/env bash
# Tells the next steps of the action whether Node is missing or too old for the emulator, and the
# folder of the one that is there.
set -euo pipefail

needed=true
folder=
if command -v node >/dev/null; then
  folder=$(dirname "$(command -v node)")
  # An old Node reads this, too.
  check='const v = process.versions.node.split("."); process.exit(v[0] > 22 || (v[0] == 22 && v[1] >= 19) ? 0 : 1)'
  if node -e "$check"; then needed=false; fi
fi
printf 'needed=%s\nfolder=%s\n' "$needed" "$folder" >>"${GITHUB_OUTPUT:-/dev/stdout}"
