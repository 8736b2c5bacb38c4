import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { chromiumLaunchOptions } from './e2e/support/chromium.ts';
import { getTemporaryFolder } from './server/testing/temporary-folder.ts';

/** Lists the npm packages that the web app and its component tests import. */
function webPackages(): string[] {
	const packages = ['contract', 'text', 'web'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((path) => /\.tsx?$/.test(path) && !/\.(test\.ts|server\.tsx|d\.ts)$|routes\.ts$/.test(path))
			.flatMap((path) => {
				const imports = /^(?:import|export)\s(?!type\s)[^'";]*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;
				return [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(imports)].map(
					([, fromImport, dynamicImport]) => fromImport ?? dynamicImport ?? '',
				);
			}),
	);
	return [...new Set(packages)].filter((name) => !/^(vitest(\/browser)?$|node:)/.test(name)).sort();
}

const [databaseSetup, s3Setup] = ['server/testing/database-setup.ts', 'server/testing/s3-setup.ts'];

const nodeTestFiles = ['{bench,contract,text,server,web,main,endurance,scripts,checks}/**/*.test.ts'];

/** Test files that only `npm run test:endurance` runs, because cheaper tests cover the same. */
const longTestFiles = ['endurance/{interrupted-migration,rejected-requests,video-attack,video-crash-recovery}.test.ts'];

/** Test files that encode videos or start other programs. They are part of `npm test`, not of `npm run check`. */
const slowTestFiles = [
	'{endurance,main/moving}/*.test.ts',
	'main/!(close-on-signal).test.ts',
	'server/media/{cloudinary-client,edited-videos,media,private-files,processing,quota,resumable-uploads}.test.ts',
	'server/media-tools/{images/make-picture,transcoding/transcoding}.test.ts',
	'server/moderation/takedown.test.ts',
	'server/operations/backups.test.ts',
	'server/{database/{database,migrate,readers},files/files,jobs/jobs}.test.ts',
	'server/core/readiness.test.ts',
	'server/hanging-s3.test.ts',
	'server/traces.test.ts',
	'checks/monitoring.test.ts',
];

export const nodeTestSettings: TestProjectInlineConfiguration['test'] = {
	provide: { isEndurance: false },
	environment: 'node',
	// Programs that tests start repeatedly share a compile cache, so that they compile their modules only once.
	env: { NODE_COMPILE_CACHE: resolve('.cache/compile'), TMPDIR: getTemporaryFolder() },
	// A test without an assertion fails. Polling may take long on a busy machine.
	expect: { requireAssertions: true, poll: { timeout: 30_000 } },
	// Importing the server takes a second. Without isolation, this happens once per worker instead of once per file.
	isolate: false,
	globalSetup: [databaseSetup],
	setupFiles: ['vitest.setup.ts'],
	// CSS is empty in tests, unless it is imported with ?raw.
	css: { include: /\?raw$/ },
	restoreMocks: true,
	unstubEnvs: true,
	unstubGlobals: true,
	testTimeout: 60_000,
	hookTimeout: 60_000,
};

export default defineConfig({
	test: {
		pool: 'forks',
		// There is one worker per processor, because tests mostly wait for their own server.
		maxWorkers: '100%',
		projects: [
			{ test: { ...nodeTestSettings, name: 'fast', include: nodeTestFiles, exclude: slowTestFiles } },
			{
				test: {
					...nodeTestSettings,
					name: 'slow',
					include: slowTestFiles,
					exclude: longTestFiles,
					globalSetup: [databaseSetup, s3Setup],
				},
			},
			{
				// Component tests run in the system's Chromium. Every test file with JSX is a component test.
				plugins: [tailwindcss()],
				publicDir: 'web/public',
				// Dependencies are bundled in advance, because a dependency that is discovered later would reload the page during a test.
				optimizeDeps: { include: ['react/jsx-dev-runtime', ...webPackages()] },
				test: {
					name: 'components',
					include: ['web/**/*.test.tsx'],
					// Files share a page, because a page of its own would load all modules again.
					isolate: false,
					// A condition in the page may take long to come true on a busy machine.
					expect: { requireAssertions: true, poll: { timeout: 15_000 } },
					setupFiles: ['web/testing/setup.ts'],
					restoreMocks: true,
					mockReset: true,
					unstubGlobals: true,
					testTimeout: 30_000,
					browser: {
						enabled: true,
						headless: true,
						screenshotFailures: false,
						viewport: { width: 360, height: 740 },
						provider: playwright({
							launchOptions: chromiumLaunchOptions,
							// Animations are off, so that tests do not wait for them.
							contextOptions: { reducedMotion: 'reduce', locale: 'en-NG' },
						}),
						instances: [{ browser: 'chromium' }],
					},
				},
			},
			{
				// Tools that other projects made for our formats and protocols. They have an installation and a TypeScript of their own.
				test: { ...nodeTestSettings, name: 'third-party', include: ['third-party/*.test.ts'], testTimeout: 300_000 },
			},
			{
				test: {
					name: 'endurance',
					include: ['endurance/**/*.test.ts'],
					provide: { isEndurance: true },
					environment: 'node',
					expect: { requireAssertions: true },
					globalSetup: [databaseSetup, s3Setup],
					setupFiles: ['vitest.setup.ts'],
					// Test files run one after another, because measurements need all processors.
					fileParallelism: false,
					sequence: { groupOrder: 2 },
					testTimeout: 3_600_000,
					hookTimeout: 120_000,
				},
			},
		],
	},
});
