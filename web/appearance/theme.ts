import { useEffect, useSyncExternalStore } from 'react';
import { storedValue } from '../platform/stored-value.ts';

const stored = storedValue('darkMode', (value) => (typeof value === 'boolean' ? value : null));
const systemIsDark = '(prefers-color-scheme: dark)';

/** Runs in the page's head, before anything is painted: the stored theme, else the system's. Follows the system until the page is hydrated, and after. */
export const themeScript = `{const system=matchMedia('${systemIsDark}');let dark=null;
const show=()=>document.documentElement.classList.toggle('dark',dark);
try{dark=JSON.parse(localStorage.getItem('darkMode'))}catch{}
if(typeof dark!=='boolean')dark=system.matches;
system.onchange=()=>{dark=system.matches;show();try{localStorage.setItem('darkMode',dark)}catch{}};show()}`;

function isDark(): boolean {
	return document.documentElement.classList.contains('dark');
}

function choose(dark: boolean) {
	document.documentElement.classList.toggle('dark', dark);
	stored.set(dark);
}

/** The other theme from now on, on this device. */
export function toggleTheme() {
	choose(!isDark());
}

/** Whether the dark theme shows; false while the page is hydrated. */
export function useDark(): boolean {
	return useSyncExternalStore(stored.subscribe, isDark, () => false);
}

/** Follows the other tabs and the system: a change of the system's preference overrides what was chosen, and is stored. */
export function useThemeUpdates() {
	useEffect(() => {
		const system = matchMedia(systemIsDark);
		const onSystem = () => choose(system.matches);
		function onStored() {
			const dark = stored.get();
			if (dark !== null) document.documentElement.classList.toggle('dark', dark);
		}
		system.addEventListener('change', onSystem);
		const unsubscribe = stored.subscribe(onStored);
		return () => {
			system.removeEventListener('change', onSystem);
			unsubscribe();
		};
	}, []);
}
