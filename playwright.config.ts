import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './e2e/support/chromium.ts';

// Limits are wide, for a busy machine; tests wait for conditions and are as fast as the product.
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
		// Where the worker is not what a journey is about, it would take a copy of all that comes.
		serviceWorkers: 'block',
		// Open one with `npx playwright show-trace <file>`. Snapshots take an eighth of a run: `--trace on` brings them.
		trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
	},
	projects: [
		// First, and one at a time: each keeps a processor busy with a video while the other worker goes on.
		{ name: 'encoding', grep: /@encoding/, workers: 1 },
		{ name: 'journeys', grepInvert: /@encoding/ },
	],
});
