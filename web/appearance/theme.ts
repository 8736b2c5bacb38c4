import { useEffect, useSyncExternalStore } from 'react';
import { createStoredValue } from '../platform/stored-value.ts';

const storedTheme = createStoredValue('darkMode', (value) => (typeof value === 'boolean' ? value : null));
/** Reports a change of the system's preference from the head script; `detail` is whether it is dark. */
const systemThemeEvent = 'theme-followed';

/**
 * Inline script for the page's head: before the first paint it applies the stored theme, else the system's. A change
 * of the system's preference replaces the stored theme.
 *
 * In Chromium, a closing page may receive a false change when a tool stops emulating the preference. After
 * `beforeunload` a change therefore waits 10 seconds and takes effect only if the page stays open. Other browsers
 * disable the back/forward cache for pages that listen to `beforeunload`, so only Chromium gets a listener.
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

/** Whether the page shows the dark theme; false on the server and during hydration. */
export function useDark(): boolean {
	return useSyncExternalStore(subscribe, isDark, () => false);
}

/** Applies the stored theme, also one from another tab, before it notifies the listener. */
function subscribe(onChange: () => void): () => void {
	return storedTheme.subscribe(() => {
		const dark = storedTheme.get();
		if (dark !== null) document.documentElement.classList.toggle('dark', dark);
		onChange();
	});
}

/** Stores changes of the system's preference that the head script reports. */
export function useThemeUpdates() {
	useEffect(() => {
		const follow = ({ detail }: CustomEventInit<boolean>) => storedTheme.set(detail === true);
		window.addEventListener(systemThemeEvent, follow);
		return () => window.removeEventListener(systemThemeEvent, follow);
	}, []);
}
