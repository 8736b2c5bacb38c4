import type { Plugin } from 'vite';

/**
 * Bundles the pages and their packages into one file for the server, because loading hundreds of files takes a third of a start. V8 keeps
 * the source in memory: ASCII takes half of what other text takes.
 */
export function bundleServer(): Plugin {
	return {
		name: 'bundle-server',
		apply: 'build',
		config: () => ({
			environments: {
				ssr: {
					define: { 'process.env.NODE_ENV': '"production"' },
					resolve: { noExternal: true },
					build: { rolldownOptions: { output: { codeSplitting: false, charset: 'ascii', comments: false } } },
				},
			},
		}),
	};
}
