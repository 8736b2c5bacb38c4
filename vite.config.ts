import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin } from 'vite';

// Small modules of the header and navigation of every page. Each is listed, because a chunk also includes all imports of its members.
const frame = [
	'contract/core/(client|early-addresses|format-integer|limits|plural)',
	'contract/market-settings/(brand|categories)',
	// The pattern excludes modules that only some pages, or only logged-in users, need.
	'web/platform/(?!aggregate-rating|batch|clock|is-latest-mutation|stored-schemas|(use-)?queue-delivery|dates|data-usage|download-file|format-phone)[\\w-]+',
	'web/appearance/(logo|sounds|theme|wide-screen)',
	'web/accounts/session',
	'web/courses/(paths|pending-progress)',
	'web/insights/(daily-visitor-key|track|vitals)',
	'web/ui/(use-centered-current-link|avatar|button|classes|create-icon|empty-state|error-state|reduced-data|spinner|toast|lazy-toaster|lazy-component|load-with-retries|use-lazy-component)',
	'web/operations/(site-notice-bar|current-site-notice)',
	'web/moderation/report-context',
	'web/feed/(categories|categories-query|market-search|search-path)',
	'web/offline/lazy-offline-page-list',
	'web/app/(account-button|error-page|interaction-providers|page-layout|title-announcer)',
];

// Modules that all pages with lists of ads share.
const cards = [
	'contract/core/(slug|page-paths)',
	'text/web/log-in-prompt',
	'web/data/(infinite-list|items|query-boundary|use-retry)',
	'web/ads/(paths|ad-cover|tapped-card)',
	'web/feed/(ad-filter|queries)',
	'web/feed/cards/(ad-card|ad-list)',
	'web/feed/filters/(filter-bar|params)',
	'web/ui/(badge|card|picture|price|show-more|skeleton)',
];

// Modules that the pages of an ad and of a video show at once after a tap on a card. The feed loads them ahead.
const ad = [
	'web/ads/(ad-options|gallery|place|queries|use-sharper-sizes)',
	'web/contacts/contact-bar',
	'web/player/frame',
];

// Buttons of items. As single files, they would be twelve.
const actions = [
	'web/follows/follow-button',
	'web/likes/like-button',
	'web/sharing/share-button',
	'web/moderation/(ad-menu|more-menu-button)',
];

// Small modules that `stored-schemas` shares with forms and filters, which do not need its other imports.
const options = ['contract/(ads/ad-options|location/states|feed/for-you)', 'text/(web/for-you|shared/validation)'];

// Schemas of persisted queries, which every first visit loads once the page is idle.
const schemas = ['web/platform/stored-schemas'];

// Modules of the offline page. They are one file, because a single file is cached completely or not at all.
const offline = ['web/offline/(offline-cache|offline-page-list|offline-pages)'];

// Modules that every first visit loads once the page is idle. Those of the offline page load when the service worker is ready.
const offlineManager = [
	'web/app/offline-cache-manager',
	'web/offline/app-version',
	'web/offline/worker/(cached-files|fetch-strategy)',
];

// Icons of the header and navigation. As single files, their HTTP headers would be larger than their content.
const icons =
	'bookmark|graduation-cap|house|list-filter|log-in|menu|plus|search|shield-check|sparkles|store|user-round';

// Files that are mostly loaded already (`schemas`), or whose parts may load one round trip later, because few visits on a phone need
// them. Each name of a part would take 20 bytes of every first visit.
const withoutPreload =
	/\/(schemas|filter-(dialog|chips)|parse|(report|share|pending-actions)-dialog|login-prompt|resume-visitor-intent|pending-actions-sender|clear-account-data|notification-bell|account-menu|offline|toaster|suggested-sellers|rail-courses)-/;

const createIcon = join(import.meta.dirname, 'web/ui/create-icon.ts');

const reload = 'window.location.reload();';

// Code that replaces a failed import of a route module. It throws in the page, because React Router waits forever if the import rejects.
const failingModule = `
	const probe = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8000) };
	const there = await fetch(route.module, probe).catch(() => null);
	const lost = there && !there.ok
		? new DOMException('The version was removed', 'VersionError')
		: new DOMException('No response', 'NetworkError');
	const fail = () => { throw lost };
	return { default: fail, clientLoader: fail, ErrorBoundary: fail };
`;

/**
 * If a route module fails to load, React Router reloads the document. Offline, the reload would show the browser's error page. After a
 * release, it would replace the page without asking. This plugin shows the app's own error page instead.
 */
function preventReload(): Plugin {
	return {
		name: 'keeps-the-app',
		apply: 'build',
		transform: {
			filter: { id: /\/react-router\/dist\/production\/.*\/routeModules\.js$/ },
			handler(code) {
				if (!code.includes(reload)) this.error('React Router no longer reloads like this');
				return { code: code.replace(reload, failingModule), map: null };
			},
		},
	};
}

/**
 * Shrinks the icons in scripts and pages. Removes the React keys of their shapes, which are random texts that hardly compress, and a statement
 * without effect. The shapes of an icon never change their order, so React needs no keys in production. Replaces the function that creates the
 * components by `create-icon.ts`.
 */
function shrinkIcons(): Plugin {
	return {
		name: 'shrink-icons',
		apply: 'build',
		transform: {
			filter: { id: /\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/ },
			handler: (code) => ({
				code: code
					.replace(/,\s*key: "\w+"(?=\s*\})/g, '')
					.replace(/^__iconData\.node;$/m, '')
					.replace(
						"import createLucideIcon from '../createLucideIcon.mjs';",
						`import { createIcon as createLucideIcon } from ${JSON.stringify(createIcon)};`,
					),
				map: null,
			}),
		},
	};
}

/**
 * Bundles the pages and their packages into one file for the server, because loading hundreds of files takes a third of a start. V8 keeps
 * the source in memory: ASCII takes half of what other text takes.
 */
function bundleServerBuild(): Plugin {
	return {
		name: 'bundle-server-build',
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

const worker = 'service-worker.js';

/** Builds the service worker as a single file without a hash in its name, because browsers need a fixed URL. */
function serviceWorker(): Plugin {
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

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), preventReload(), shrinkIcons(), bundleServerBuild(), serviceWorker()],
	publicDir: 'web/public',
	// The modules of `text/` count as free of side effects, so that each text goes into the chunk that shows it. So does
	// `contract/core/addresses.ts`, so that the browser loads late addresses on their own.
	build: {
		// A dynamic import preloads its files, except those that every page has already loaded. Imports that match `withoutPreload`
		// preload nothing.
		modulePreload: {
			resolveDependencies: (file, files) =>
				withoutPreload.test(file) ? [] : files.filter((other) => !/\/(base|frame|rolldown-runtime)-/.test(other)),
		},
		rolldownOptions: {
			// The search page needs at once what the home page loads later.
			checks: { ineffectiveDynamicImport: false },
			optimization: { inlineConst: { mode: 'all' } },
			treeshake: {
				moduleSideEffects: [
					{ test: /\/(text\/(web|server|shared)\/|contract\/core\/addresses\.ts)/, sideEffects: false },
				],
			},
		},
	},
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						// Short file names shrink the manifest that every first visit loads.
						entryFileNames: 'assets/[name]-[hash:7].js',
						chunkFileNames: 'assets/[name]-[hash:7].js',
						codeSplitting: {
							groups: [
								// The `base` chunk stays in the browser cache across releases.
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
								{
									name: 'ad',
									test: new RegExp(
										`/(${ad.join('|')})\\.tsx?$|/lucide-react/dist/esm/icons/(arrow-left|map-pin)\\.mjs$`,
									),
									priority: 1,
								},
								{ name: 'actions', test: new RegExp(`/(${actions.join('|')})\\.tsx$`), priority: 1 },
								{
									name: 'offline-manager',
									test: new RegExp(`/(${offlineManager.join('|')})\\.tsx?$`),
									priority: 1,
								},
								{ name: 'options', test: new RegExp(`/(${options.join('|')})\\.ts$`), priority: 1 },
								{ name: 'schemas', test: new RegExp(`/(${schemas.join('|')})\\.ts$`) },
								{ name: 'offline', test: new RegExp(`/(${offline.join('|')})\\.tsx?$`), priority: 1 },
							],
						},
					},
				},
			},
		},
	},
});
