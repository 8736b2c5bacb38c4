#!/bin/sh
# Writes .env with random secrets for compose.yaml: scripts/make-env.sh <public address> <email of the first administrator>
set -eu
cd "$(dirname "$0")/.."
if [ $# -ne 2 ]; then
	echo 'Usage: scripts/make-env.sh https://market.example boss@market.example' >&2
	exit 2
fi
# The volumes of an existing installation know only the old secrets.
if [ -e .env ]; then
	echo '.env exists. Edit it, or delete it together with the volumes.' >&2
	exit 1
fi
make_secret() { od -An -N20 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > .env <<END
PUBLIC_URL=$1
ADMIN_EMAIL=$2
ADMIN_PASSWORD=$(make_secret)
POSTGRES_PASSWORD=$(make_secret)
S3_SECRET_ACCESS_KEY=$(make_secret)
METRICS_TOKEN=$(make_secret)
END
echo "Wrote .env, which only you can read. It has the administrator's password."
echo 'Next: docker compose up -d --build'
