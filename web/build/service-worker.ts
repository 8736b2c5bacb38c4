import { build, type Plugin } from 'vite';

const worker = 'service-worker.js';

/** Builds the service worker as a single file without a hash in its name, because browsers need a fixed URL. */
export function serviceWorker(): Plugin {
	return {
		name: 'service-worker',
		applyToEnvironment: ({ name }) => name === 'client',
		async generateBundle() {
			this.emitFile({ type: 'asset', fileName: worker, source: await bundle() });
		},
		configureServer(server) {
			server.middlewares.use(`/${worker}`, (_, response, next) => {
				bundle().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
			});
		},
	};
}

async function bundle(): Promise<string> {
	const result = await build({
		configFile: false,
		logLevel: 'warn',
		publicDir: false,
		build: {
			write: false,
			rolldownOptions: {
				input: 'web/offline/worker/service-worker.ts',
				output: { format: 'iife', entryFileNames: worker },
			},
		},
	});
	const [{ output = [] } = {}] = [result].flat() as { output?: readonly { type: string; code?: string }[] }[];
	const code = output.find(({ type }) => type === 'chunk')?.code;
	if (!code) throw new Error('The service worker was not built');
	return code;
}
