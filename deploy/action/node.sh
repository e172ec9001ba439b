#!/usr/bin/env bash
# Outputs for the next steps: true if Node is missing or too old for the emulator, and the folder of
# the installed Node.
set -euo pipefail

needed=true
folder=
if command -v node >/dev/null; then
  folder=$(dirname "$(command -v node)")
  # An old Node must be able to parse this.
  check='const v = process.versions.node.split("."); process.exit(v[0] > 22 || (v[0] == 22 && v[1] >= 19) ? 0 : 1)'
  if node -e "$check"; then needed=false; fi
fi
printf 'needed=%s\nfolder=%s\n' "$needed" "$folder" >>"${GITHUB_OUTPUT:-/dev/stdout}"
