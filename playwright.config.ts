import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/support/chromium.ts';

// Timeouts are long for busy machines. Tests wait for conditions, so they are as fast as the product.
export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.test.ts',
	outputDir: '.cache/tests/journeys',
	globalSetup: './e2e/support/global-setup.ts',
	forbidOnly: true,
	workers: 2,
	timeout: 300_000,
	expect: { timeout: 30_000 },
	reporter: [['list'], ['./scripts/report-journeys.mjs']],
	use: {
		locale: 'en-NG',
		actionTimeout: 30_000,
		navigationTimeout: 60_000,
		launchOptions: chromiumLaunch,
		// Blocked by default: the worker would copy every response. Tests of the worker allow it.
		serviceWorkers: 'block',
		// Open a trace with `npx playwright show-trace <file>`. Snapshots cost an eighth of the run time; enable them with
		// `--trace on`.
		trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
	},
	projects: [
		// Run first and one at a time: each keeps a processor busy with a video while the other worker continues.
		{ name: 'encoding', grep: /@encoding/, workers: 1 },
		{ name: 'journeys', grepInvert: /@encoding/ },
	],
});
