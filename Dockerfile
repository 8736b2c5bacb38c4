# One image for all processes of the market: web, worker, migration, backup and restore. See docs/containers.md.

# npm comes with this image. The Node inside of it is the one of package.json.
FROM node:24.21.0-trixie-slim AS npm
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM npm AS build
COPY web/package.json web/
RUN npm install --no-save --ignore-scripts --omit=dev
COPY contract contract
COPY text text
COPY web web
COPY scripts/build.mjs scripts/tools.mjs scripts/
COPY vite.config.ts react-router.config.ts tsconfig.base.json ./
RUN node scripts/build.mjs

# Without the folder of the web app, npm installs only what the server runs with. That includes Node itself.
FROM npm AS packages
COPY scripts/packages.mjs scripts/tools.mjs scripts/
RUN npm install --no-save --ignore-scripts --omit=dev \
	&& node -e "import('/app/scripts/packages.mjs').then(({ removeUnusedFiles }) => removeUnusedFiles('/app/node_modules'))"

# Debian 13 has the pg_dump of PostgreSQL 17. It must not be older than the server in compose.yaml.
FROM debian:13.5-slim
# ffmpeg depends on drivers of graphics cards, which take 200 MB. No program here loads them.
RUN printf 'path-exclude=%s\n' '/usr/lib/*/dri/*' '/usr/lib/*/libLLVM*' '/usr/lib/*/libgallium*' '/usr/lib/*/libz3*' \
		> /etc/dpkg/dpkg.cfg.d/graphics-drivers \
	&& apt-get update \
	&& apt-get upgrade -y \
	&& apt-get install -y --no-install-recommends ffmpeg postgresql-client-17 \
	&& rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
	&& groupadd --gid 1000 kasuwa \
	&& useradd --uid 1000 --gid 1000 --home-dir /data --shell /usr/sbin/nologin kasuwa \
	&& install -d -o 1000 -g 1000 -m 700 /data /backups
WORKDIR /app
# GLIBC_TUNABLES: glibc gives freed memory back to the system.
ENV PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
	NODE_ENV=production \
	DATA_DIR=/data \
	GLIBC_TUNABLES=glibc.malloc.arena_max=2:glibc.malloc.mmap_threshold=131072
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY contract contract
COPY text text
COPY server server
COPY main main
USER 1000:1000
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=2s \
	CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--import=./main/compile-cache.mjs", "--max-semi-space-size=8", "--max-old-space-size=1024", "main/web.ts"]
