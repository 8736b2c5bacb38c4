import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin } from 'vite';

// Small parts that the bars around every page need. Named one by one: a group also takes what its members import.
const frame = [
	'contract/(addresses|brand|categories|client|limits)',
	// Without what no bar needs: it comes with the pages that do, or once somebody is logged in.
	'web/platform/(?!clock|stored-schemas|(use-)?delivery|dates|data-usage)[\\w-]+',
	'web/appearance/(full-screen|logo|sounds|theme)',
	'web/accounts/session',
	'web/feed/categories-query',
	'web/courses/(paths|pending-progress)',
	'web/insights/(day-key|track|vitals)',
	'web/ui/(avatar|button|classes|empty-state|error-state|reduced-data|spinner|toast|lazy-toaster)',
	'web/operations/notice-bar',
	'web/pages/(account-button|categories|error-page|notice|theme-button|use-current-in-view|use-logout|offline/lazy-offline-page-list)',
];

// What the pages have in common on which ads are listed.
const cards = [
	'contract/(slug|page-paths)',
	'web/data/(infinite-list|items|query-boundary)',
	'web/ads/(paths|ad-cover|whatsapp)',
	'web/feed/queries',
	'web/pages/item-cards/(ad-card|ad-list)',
	'web/pages/chat-on-whatsapp',
	'web/sharing/(share-button|copy-text|marks)',
	'web/ui/(badge|card|picture|price|show-more|skeleton)',
];

// What opens without a network: as one file it is there as a whole, or not.
const offline = [
	'web/pages/offline/(offline-cache|offline-cache-manager|offline-page-list|offline-pages)',
	'web/platform/worker/(cached-files|fetch-strategy)',
];

// Icons of the bars: each alone would be a file whose headers weigh more than it does.
const icons =
	'bookmark|graduation-cap|house|log-in|log-out|moon|plus|search|shield-check|sparkles|store|sun|user-round|volume-2|volume-x';

const reload = 'window.location.reload();';

// Thrown inside of the page it stands for: the router waits forever where loading a route's code is what fails.
const lostPage = `
	const probe = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8000) };
	const there = await fetch(route.module, probe).catch(() => null);
	const lost = there && !there.ok
		? new DOMException('Of a version that is gone', 'VersionError')
		: new DOMException('No answer', 'NetworkError');
	const fail = () => { throw lost };
	return { default: fail, clientLoader: fail, ErrorBoundary: fail };
`;

/**
 * React Router reloads where the code of a page does not come. Without a network the browser's error page would replace the app, and after
 * a release nobody is asked: a page takes its place that shows the app's own error page.
 */
function keepsTheApp(): Plugin {
	return {
		name: 'keeps-the-app',
		apply: 'build',
		transform: {
			filter: { id: /\/react-router\/dist\/production\/.*\/routeModules\.js$/ },
			handler(code) {
				if (!code.includes(reload)) this.error('React Router no longer reloads like this');
				return { code: code.replace(reload, lostPage), map: null };
			},
		},
	};
}

const worker = 'service-worker.js';

/** The worker beside the pages is one file without a hash in its name: browsers ask for it by this address. */
function serviceWorker(): Plugin {
	async function bundle(): Promise<string> {
		const made = await build({
			configFile: false,
			logLevel: 'warn',
			publicDir: false,
			build: {
				write: false,
				rolldownOptions: {
					input: 'web/platform/worker/service-worker.ts',
					output: { format: 'iife', entryFileNames: worker },
				},
			},
		});
		const [{ output = [] } = {}] = [made].flat() as { output?: readonly { type: string; code?: string }[] }[];
		const code = output.find(({ type }) => type === 'chunk')?.code;
		if (!code) throw new Error('The service worker was not built');
		return code;
	}
	return {
		name: 'service-worker',
		applyToEnvironment: ({ name }) => name === 'client',
		async generateBundle() {
			this.emitFile({ type: 'asset', fileName: worker, source: await bundle() });
		},
		configureServer(server) {
			server.middlewares.use(`/${worker}`, (_, answer, next) => {
				bundle().then((code) => answer.setHeader('content-type', 'text/javascript').end(code), next);
			});
		},
	};
}

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), keepsTheApp(), serviceWorker()],
	publicDir: 'web/public',
	// A sentence of `contract/text` stands in the file that shows it, not in one that many pages load.
	build: {
		// Each file lists what is to be loaded together with a part that it loads later. Every page has some of that already, and what reads
		// the device's storage is mostly there.
		modulePreload: {
			resolveDependencies: (file, files) =>
				/\/stored-schemas-/.test(file) ? [] : files.filter((other) => !/\/(base|frame|rolldown-runtime)-/.test(other)),
		},
		rolldownOptions: {
			optimization: { inlineConst: { mode: 'all' } },
			treeshake: { moduleSideEffects: [{ test: /\/contract\/text\//, sideEffects: false }] },
		},
	},
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						// Shorter names make the list of files shorter, which every first visit loads.
						entryFileNames: 'assets/[name]-[hash:7].js',
						chunkFileNames: 'assets/[name]-[hash:7].js',
						codeSplitting: {
							groups: [
								// Stays in the browser's cache from release to release.
								{
									name: 'base',
									test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
									priority: 2,
								},
								{
									name: 'frame',
									test: new RegExp(`/(${frame.join('|')})\\.tsx?$|/lucide-react/dist/esm/icons/(${icons})\\.mjs$`),
									priority: 1,
								},
								{ name: 'cards', test: new RegExp(`/(${cards.join('|')})\\.tsx?$`), priority: 1 },
								{ name: 'offline', test: new RegExp(`/(${offline.join('|')})\\.tsx?$`), priority: 1 },
							],
						},
					},
				},
			},
		},
	},
});
