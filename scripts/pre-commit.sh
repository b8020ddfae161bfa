#!/bin/sh
# Runs the mcp-gen that a project has installed, by the project's own package manager: the
# one that its package.json names, else the one whose lockfile is there. For the hooks of
# .pre-commit-hooks.yaml, which the pre-commit framework calls in the project's folder.
named=$(sed -n 's/.*"packageManager"[^"]*"\([a-z]*\)@.*/\1/p' package.json 2>/dev/null | head -n 1)
if [ -z "$named" ]; then
  if [ -f pnpm-lock.yaml ]; then named=pnpm
  elif [ -f yarn.lock ] || [ -f .pnp.cjs ]; then named=yarn
  elif [ -f bun.lock ] || [ -f bun.lockb ]; then named=bun
  fi
fi
case "$named" in
  pnpm) exec pnpm exec mcp-gen "$@" ;;
  yarn) exec yarn run mcp-gen "$@" ;;
  bun) exec bun run mcp-gen "$@" ;;
  *) exec npx --no-install mcp-gen "$@" ;;
esac
