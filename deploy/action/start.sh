#!/usr/bin/env bash
# Starts the emulator in the background, waits until it responds, prints its variables, and sets them
# for the next steps of a workflow. Needs Node 22.19 or later.
set -euo pipefail
cd "$(dirname "$0")/../.."

# A package has its build and is installed; a clone has neither.
[ -d node_modules ] || [ -d dist ] || npm ci --omit=dev --ignore-scripts >&2

log=$(mktemp)
nohup node bin/ads-graph.js emulator >"$log" 2>&1 </dev/null &
pid=$!

# The emulator prints its last variable once it responds.
until grep -q '^  SESSION_SECRET=' "$log"; do
  if ! kill -0 "$pid" 2>/dev/null; then
    cat "$log" >&2
    exit 1
  fi
  sleep 0.1
done

sed -n 's/^  \([A-Z_]*=\)/\1/p' "$log" | tee -a "${GITHUB_ENV:-/dev/null}"
{
  sed -n 's/^  ADS_API_URL=/url=/p' "$log"
  echo "pid=$pid"
} >>"${GITHUB_OUTPUT:-/dev/null}"
