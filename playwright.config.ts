import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './e2e/support/chromium.ts';

// Timeouts are long, for busy machines. They do not slow the tests down, because tests wait for conditions.
export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.test.ts',
	outputDir: '.cache/tests/end-to-end',
	globalSetup: './e2e/support/global-setup.ts',
	forbidOnly: true,
	workers: 2,
	timeout: 300_000,
	expect: { timeout: 30_000 },
	reporter: [['list'], ['./scripts/report-end-to-end.mjs']],
	use: {
		locale: 'en-NG',
		actionTimeout: 30_000,
		navigationTimeout: 60_000,
		launchOptions: chromiumLaunchOptions,
		// Service workers are blocked by default, because a worker would store a copy of every response. Tests of the worker allow it.
		serviceWorkers: 'block',
		// `npx playwright show-trace <file>` opens the trace of a failed test. It has no snapshots, which would take an eighth of the run
		// time; `--trace on` enables them.
		trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
	},
});
