import { useEffect, useReducer, useRef, useState } from 'react';
import * as mediaText from '../../text/web/media.ts';
import { formatFileSize } from '../platform/file-size.ts';
import { readFromIndexedDb, removeFromIndexedDb, storeInIndexedDb } from '../platform/indexed-db.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { toast } from '../ui/toast.ts';
import { getPictureRejection, preparePicture } from './picture-file.ts';
import {
	type ChosenPicture,
	maxPictures,
	type PicturesAction,
	parseDraftPictures,
	picturesReducer,
	toDraftPictures,
} from './pictures.ts';

/**
 * Holds at most `max` pictures of an ad or post in the editor. Shrinks one picture after the other. Stores the pictures on the device under
 * the name `draft` while `isDraft` is true.
 */
export function usePictures(draft: string, max = maxPictures, isDraft = true) {
	const [pictures, dispatch] = useReducer(
		(chosen: readonly ChosenPicture[], event: PicturesAction) => picturesReducer(chosen, event, max),
		[],
	);
	const [restored, setRestored] = useState(false);
	// Pictures are shrunk one by one, because a phone has memory for one large picture at a time.
	const queue = useRef<Promise<unknown>>(Promise.resolve());

	useEffect(() => {
		let stale = false;
		readFromIndexedDb(draft).then((stored) => {
			if (stale) return;
			dispatch({ type: 'added', pictures: parseDraftPictures(stored) });
			setRestored(true);
		});
		return () => {
			stale = true;
		};
	}, [draft]);

	useEffect(() => {
		if (!restored) return;
		if (pictures.length === 0 || !isDraft) void removeFromIndexedDb(draft);
		else void storeInIndexedDb(draft, toDraftPictures(pictures));
	}, [draft, pictures, restored, isDraft]);

	function add(files: readonly File[]) {
		for (const rejection of new Set(files.map(getPictureRejection))) if (rejection) toast(rejection, 'error');
		const usable = files.filter((file) => getPictureRejection(file) === null);
		const accepted = usable.slice(0, max - pictures.length);
		if (accepted.length < usable.length)
			toast(max === 1 ? mediaText.onePicture : mediaText.atMostPictures(max), 'error');
		const chosen = accepted.map(
			(file): ChosenPicture => ({
				id: generateRandomKey(),
				name: file.name || 'picture',
				original: file,
				originalBytes: file.size,
				small: null,
				uploaded: null,
				problem: null,
			}),
		);
		dispatch({ type: 'added', pictures: chosen });
		for (const { id, original } of chosen) {
			if (!original) continue;
			queue.current = queue.current.then(async () => {
				const { blob, problem } = await preparePicture(original);
				dispatch({ type: 'shrunk', id, small: blob, problem });
			});
		}
	}

	return { pictures, add, dispatch };
}

/** Formats the size before and after shrinking: '4.10 MB → 0.32 MB'. */
export function formatPictureSize({ originalBytes, small }: ChosenPicture): string {
	const [before, after] = [formatFileSize(originalBytes), formatFileSize(small?.size ?? originalBytes)];
	return before === after ? before : `${before} → ${after}`;
}
