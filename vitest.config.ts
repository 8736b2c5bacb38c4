import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		pool: 'forks',
		// One for each processor: what tests wait for is mostly their own server.
		maxWorkers: '100%',
		projects: [
			{
				test: {
					name: 'fast',
					include: ['{contract,server,web,main,endurance,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
					provide: { isEndurance: false },
					environment: 'node',
					// A test without an assertion fails.
					expect: { requireAssertions: true },
					globalSetup: ['server/platform/testing/global-setup.ts'],
					setupFiles: ['vitest.setup.ts'],
					// Styles are empty in tests, but where one reads them as text.
					css: { include: /\?raw$/ },
					restoreMocks: true,
					unstubEnvs: true,
					testTimeout: 20_000,
					hookTimeout: 30_000,
				},
			},
			{
				test: {
					name: 'endurance',
					include: ['endurance/**/*.test.ts'],
					provide: { isEndurance: true },
					environment: 'node',
					expect: { requireAssertions: true },
					globalSetup: ['server/platform/testing/global-setup.ts'],
					setupFiles: ['vitest.setup.ts'],
					// What is measured needs the processors for itself.
					fileParallelism: false,
					sequence: { groupOrder: 2 },
					testTimeout: 3_600_000,
					hookTimeout: 120_000,
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['e2e/**/*.test.ts'],
					environment: 'node',
					expect: { requireAssertions: true },
					globalSetup: ['e2e/support/global-setup.ts'],
					// One journey at a time, after all else: browsers and ffmpeg need the processors for themselves.
					fileParallelism: false,
					sequence: { groupOrder: 1 },
					testTimeout: 180_000,
					hookTimeout: 180_000,
				},
			},
		],
	},
});
