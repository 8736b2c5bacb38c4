FROM node:24-bookworm-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
RUN npm install --no-save --ignore-scripts --omit=dev
COPY . .
RUN node scripts/build.mjs

# Without the web app's folder, npm installs only what the server runs with. The base image contains Node 24, so the Node from the npm packages
# is removed.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM base AS program
# GLIBC_TUNABLES: glibc gives freed memory back to the system.
ENV NODE_ENV=production DATA_DIR=/data GLIBC_TUNABLES=glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=131072
COPY --from=build /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/main main
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
	CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--import=./main/compile-cache.mjs", "--max-semi-space-size=8", "--max-old-space-size=1024", "main/web.ts"]

# The stage of the workers, which back up, and of the restore. pg_dump must not be older than the PostgreSQL server, so both come from the same image.
FROM postgres:17-bookworm AS backup
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates ffmpeg libstdc++6 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data GLIBC_TUNABLES=glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=131072
COPY --from=program /usr/local/bin/node /usr/local/bin/node
COPY --from=program /app ./
RUN install -d -o postgres -g postgres /data /backups && node --version && pg_dump --version
USER postgres
ENTRYPOINT []
CMD ["node", "--disable-warning=ExperimentalWarning", "main/backup.ts"]

# The last stage, which is built unless a target is named.
FROM program
