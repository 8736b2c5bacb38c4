import { useSyncExternalStore } from 'react';
import * as videosText from '../../text/web/videos.ts';
import { getConnection, isMetered } from '../platform/connection.ts';
import { isDataSaverOn } from '../platform/data-saver.ts';
import { createStoredValue } from '../platform/stored-value.ts';

const isBoolean = (value: unknown) => (typeof value === 'boolean' ? value : null);

/** Whether the user wants videos to play by themselves. Null until the user has chosen. */
export const autoplayChoice = createStoredValue('autoplay', isBoolean);

/** Whether the user wants videos with sound. Null until the user has chosen. */
export const soundChoice = createStoredValue('video-sound', isBoolean);

/** Returns whether videos may play without a tap: the user chose it, saves no data, and the connection is not known to be metered. */
export function isAutoplayOn(): boolean {
	return autoplayChoice.get() === true && !isDataSaverOn() && isMetered() !== true;
}

/** Returns whether videos may play without a tap; false on the server and during hydration. */
export function useAutoplay(): boolean {
	return useSyncExternalStore(subscribe, isAutoplayOn, () => false);
}

function subscribe(listener: () => void) {
	const connection = getConnection();
	connection?.addEventListener('change', listener);
	const unsubscribe = autoplayChoice.subscribe(listener);
	return () => {
		connection?.removeEventListener('change', listener);
		unsubscribe();
	};
}

/** Returns the name of the choice. Where the type of the connection is known, videos play by themselves only without paid data. */
export function getAutoplayLabel(): string {
	return isMetered() === null ? videosText.playAutomatically : videosText.playOnWifi;
}
