import { useEffect, useSyncExternalStore } from 'react';
import { createStoredValue } from '../platform/stored-value.ts';

const storedTheme = createStoredValue('darkMode', (value) => (typeof value === 'boolean' ? value : null));
/** Tells the page that the system's preference has changed, and to what. */
const systemThemeEvent = 'theme-followed';

/**
 * Runs in the page's head, before anything is painted: the stored theme, else the system's. A change of the system's preference
 * overrides what was chosen, and is stored. In Chromium a page that is being left may hear of one that is none, from a tool that had set
 * the preference for it and lets go: then it waits, and has an effect only where the page stays. Other browsers keep no page for the way
 * back that listens for being left.
 */
export const themeScript = `{const system=matchMedia('(prefers-color-scheme: dark)');let dark=null,left=0;
const show=()=>document.documentElement.classList.toggle('dark',dark);
const follow=()=>{dark=system.matches;show();try{localStorage.setItem('darkMode',dark)}catch{}
dispatchEvent(new CustomEvent('${systemThemeEvent}',{detail:dark}))};
try{dark=JSON.parse(localStorage.getItem('darkMode'))}catch{}
if(typeof dark!=='boolean')dark=system.matches;
show();if(navigator.userAgentData)addEventListener('beforeunload',()=>{left=Date.now()});
system.onchange=()=>{if(Date.now()-left<1e4)setTimeout(follow,1e4);else follow()}}`;

function isDark(): boolean {
	return document.documentElement.classList.contains('dark');
}

/** The other theme from now on, on this device. */
export function toggleTheme() {
	const dark = !isDark();
	document.documentElement.classList.toggle('dark', dark);
	storedTheme.set(dark);
}

/** Whether the dark theme shows; false while the page is hydrated. */
export function useDark(): boolean {
	return useSyncExternalStore(subscribe, isDark, () => false);
}

/** The page takes the theme that is stored before anybody hears of it, also one that another tab has stored. */
function subscribe(onChange: () => void): () => void {
	return storedTheme.subscribe(() => {
		const dark = storedTheme.get();
		if (dark !== null) document.documentElement.classList.toggle('dark', dark);
		onChange();
	});
}

/** Stores what the page's head says of the system's preference. */
export function useThemeUpdates() {
	useEffect(() => {
		const follow = ({ detail }: CustomEventInit<boolean>) => storedTheme.set(detail === true);
		window.addEventListener(systemThemeEvent, follow);
		return () => window.removeEventListener(systemThemeEvent, follow);
	}, []);
}
