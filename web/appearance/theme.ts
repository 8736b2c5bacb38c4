import { useEffect, useSyncExternalStore } from 'react';
import { createStoredValue } from '../platform/stored-value.ts';

const storedTheme = createStoredValue('darkMode', (value) => (typeof value === 'boolean' ? value : null));
/** Event by which the head script reports a change of the system's colour scheme; `detail` is true for dark. */
const systemThemeEvent = 'theme-followed';

/**
 * Inline script for the page's head. Before the first paint it applies the stored theme, else the system's theme. A later change of the
 * system's theme replaces the stored theme.
 *
 * In Chromium, a closing page may receive a false theme change when a tool stops emulating the theme. After `beforeunload`, the script
 * therefore delays a theme change by 10 seconds, so that it takes effect only if the page stays open. Other browsers disable the
 * back/forward cache for pages that listen to `beforeunload`, so only Chromium gets that listener.
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

/** Switches the theme and stores the choice on this device. */
export function toggleTheme() {
	const dark = !isDark();
	document.documentElement.classList.toggle('dark', dark);
	storedTheme.set(dark);
}

/** Returns whether the page shows the dark theme; false on the server and during hydration. */
export function useDark(): boolean {
	return useSyncExternalStore(subscribe, isDark, () => false);
}

/** Applies a change of the stored theme, including one from another tab, before it notifies the listener. */
function subscribe(onChange: () => void): () => void {
	return storedTheme.subscribe(() => {
		const dark = storedTheme.get();
		if (dark !== null) document.documentElement.classList.toggle('dark', dark);
		onChange();
	});
}

/** Stores changes of the system's theme that the head script reports. */
export function useThemeUpdates() {
	useEffect(() => {
		const follow = ({ detail }: CustomEventInit<boolean>) => storedTheme.set(detail === true);
		window.addEventListener(systemThemeEvent, follow);
		return () => window.removeEventListener(systemThemeEvent, follow);
	}, []);
}
