import { useSyncExternalStore } from 'react';
import { createStoredValue } from './stored-value.ts';

/** Of the Network Information API, which not every browser has. */
interface Connection extends EventTarget {
	saveData?: boolean;
}

/** What was chosen on this device; where nothing was, the phone decides. */
const setting = createStoredValue('data-saver', (value) => (typeof value === 'boolean' ? value : null));

/**
 * Runs in the page's head: browsers begin with the pictures long before the app's code is there. Those of the first row are
 * on their way at once and stay as they are.
 */
export const dataSaverScript = `{let on=null;try{on=JSON.parse(localStorage.getItem('data-saver'))}catch{}
if(typeof on!=='boolean')on=navigator.connection?.saveData===true;
if(on){const seen=new MutationObserver(()=>{for(const image of document.querySelectorAll('img[loading=lazy][srcset]'))image.removeAttribute('srcset')});
seen.observe(document,{childList:true,subtree:true});addEventListener('DOMContentLoaded',()=>seen.disconnect())}}`;

/** Whether as little as possible is to be loaded. Decided here alone: what the server sends is the same for everybody. */
export function isDataSaverOn(): boolean {
	return setting.get() ?? systemPrefersReducedData();
}

/** Whether the phone or the browser itself asks for less data. */
export function systemPrefersReducedData(): boolean {
	return getConnection()?.saveData === true;
}

/** From now on, on this device, whatever the phone says. */
export function setDataSaver(on: boolean) {
	setting.set(on);
}

/** Whether data is to be saved, in a component; false on the server and while the page is hydrated. */
export function useDataSaver(): boolean {
	return useSyncExternalStore(subscribe, isDataSaverOn, () => false);
}

function subscribe(listener: () => void) {
	const unsubscribe = setting.subscribe(listener);
	const phone = getConnection();
	phone?.addEventListener('change', listener);
	return () => {
		unsubscribe();
		phone?.removeEventListener('change', listener);
	};
}

function getConnection(): Connection | undefined {
	return (navigator as { connection?: Connection }).connection;
}
