import { useSyncExternalStore } from 'react';
import { createStoredValue } from './stored-value.ts';

/** Part of the Network Information API, which not every browser supports. */
interface Connection extends EventTarget {
	saveData?: boolean;
}

/** The choice on this device. Null follows the browser's `saveData`. */
const setting = createStoredValue('data-saver', (value) => (typeof value === 'boolean' ? value : null));

/**
 * Inline script for the page's head, because browsers load images long before the app's code. Only lazy images
 * lose their `srcset`: the others are already loading.
 */
export const dataSaverScript = `{let on=null;try{on=JSON.parse(localStorage.getItem('data-saver'))}catch{}
if(typeof on!=='boolean')on=navigator.connection?.saveData===true;
if(on){const seen=new MutationObserver(()=>{for(const image of document.querySelectorAll('img[loading=lazy][srcset]'))image.removeAttribute('srcset')});
seen.observe(document,{childList:true,subtree:true});addEventListener('DOMContentLoaded',()=>seen.disconnect())}}`;

/** Whether to load as little as possible. Only the browser decides: the server sends everyone the same page. */
export function isDataSaverOn(): boolean {
	return setting.get() ?? systemPrefersReducedData();
}

/** Whether the phone or the browser asks for less data. */
export function systemPrefersReducedData(): boolean {
	return getConnection()?.saveData === true;
}

/** Stores the choice on this device. It overrides the browser's `saveData`. */
export function setDataSaver(on: boolean) {
	setting.set(on);
}

/** Whether data saving is on, in components; false on the server and during hydration. */
export function useDataSaver(): boolean {
	return useSyncExternalStore(subscribe, isDataSaverOn, () => false);
}

function subscribe(listener: () => void) {
	const unsubscribe = setting.subscribe(listener);
	const connection = getConnection();
	connection?.addEventListener('change', listener);
	return () => {
		unsubscribe();
		connection?.removeEventListener('change', listener);
	};
}

function getConnection(): Connection | undefined {
	return (navigator as { connection?: Connection }).connection;
}
