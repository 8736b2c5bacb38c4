/** Theme colours for what cannot use web/theme.css, such as mails. `theme-colours.test.ts` in `web/` checks that both files agree. */
export const themeColours = {
	light: {
		page: '#faf8f4',
		card: '#ffffff',
		sunken: '#f2eee6',
		ink: '#17211c',
		quiet: '#58635d',
		leaf: '#0b6b46',
		'on-leaf': '#ffffff',
	},
	dark: {
		page: '#0f1512',
		card: '#171f1b',
		sunken: '#1f2924',
		ink: '#eef2ef',
		quiet: '#a5b1aa',
		leaf: '#4cd29a',
		'on-leaf': '#06251a',
	},
} as const;
