import { useSyncExternalStore } from 'react';
import { getConnection } from './connection.ts';
import { createStoredValue } from './stored-value.ts';

/** Data saver setting on this device. Null follows the browser's `saveData`. */
const setting = createStoredValue('data-saver', (value) => (typeof value === 'boolean' ? value : null));

/**
 * Inline script for the page's head, because browsers load images long before the app's code. With data saver on, the script removes the
 * `srcset` of lazy images. Other images are already loading by then.
 */
export const dataSaverScript = `{let on=null;try{on=JSON.parse(localStorage.getItem('data-saver'))}catch{}
if(typeof on!=='boolean')on=navigator.connection?.saveData===true;
if(on){const seen=new MutationObserver(()=>{for(const image of document.querySelectorAll('img[loading=lazy][srcset]'))image.removeAttribute('srcset')});
seen.observe(document,{childList:true,subtree:true});addEventListener('DOMContentLoaded',()=>seen.disconnect())}}`;

/** Returns whether data saver is on. Only the browser knows this: the server sends the same page to everyone. */
export function isDataSaverOn(): boolean {
	return setting.get() ?? systemPrefersReducedData();
}

/** Returns whether the browser reports that the user prefers less data. */
export function systemPrefersReducedData(): boolean {
	return getConnection()?.saveData === true;
}

/** Stores the data saver setting on this device. It overrides the browser's `saveData`. */
export function setDataSaver(on: boolean) {
	setting.set(on);
}

/** Returns whether data saver is on; false on the server and during hydration. */
export function useDataSaver(): boolean {
	return useSyncExternalStore(subscribeToDataSaver, isDataSaverOn, () => false);
}

/** Calls `listener` when the setting or the connection changes. Returns a function that stops this. */
export function subscribeToDataSaver(listener: () => void) {
	const unsubscribe = setting.subscribe(listener);
	const connection = getConnection();
	connection?.addEventListener('change', listener);
	return () => {
		unsubscribe();
		connection?.removeEventListener('change', listener);
	};
}
