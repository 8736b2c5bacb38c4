import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// Small parts that the bars around every page need. Named one by one: a group also takes what its members import.
const frame = [
	'contract/(addresses|brand|categories|client|limits|messages)',
	'web/platform/[\\w-]+',
	'web/appearance/(logo|sounds|theme)',
	'web/accounts/session',
	'web/insights/(day-key|tell)',
	'web/ui/(avatar|button|classes|empty-state|error-state|spinner|toast|toasts)',
	'web/pages/(category-links|error-page|theme-button|use-log-out)',
];

// What the pages have in common on which ads are listed.
const cards = [
	'contract/(slug|page-paths)',
	'web/accounts/addresses',
	'web/ads/(addresses|ad-cover)',
	'web/feed/[\\w-]+',
	'web/pages/cards/[\\w-]+',
	'web/sharing/(share-button|copy-text)',
	'web/ui/(badge|card|picture|price|show-more|skeleton)',
];

export default defineConfig({
	plugins: [tailwindcss(), reactRouter()],
	publicDir: 'web/public',
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [
								// Stays in the browser's cache from release to release.
								{
									name: 'base',
									test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
									priority: 2,
								},
								{ name: 'frame', test: new RegExp(`/(${frame.join('|')})\\.tsx?$`), priority: 1 },
								{ name: 'cards', test: new RegExp(`/(${cards.join('|')})\\.tsx?$`), priority: 1 },
							],
						},
					},
				},
			},
		},
	},
});
