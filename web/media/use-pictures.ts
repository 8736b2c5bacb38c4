import { useEffect, useReducer, useRef, useState } from 'react';
import * as mediaText from '../../contract/text/media.ts';
import { megabytes } from '../platform/file-size.ts';
import { randomKey } from '../platform/random-key.ts';
import { forgetFiles, keepFiles, readFiles } from '../platform/stored-files.ts';
import { toast } from '../ui/toast.ts';
import { refusePicture, shrinkPicture } from './picture-file.ts';
import { type ChosenPicture, mostPictures, nextPictures, type PicturesEvent, parseKept, toKeep } from './pictures.ts';

/**
 * The pictures of an ad or a post that is being composed, at most `most`: made smaller one after the other, and kept on the
 * device under `draft`, unless what they belong to is kept elsewhere: not `isDraft`.
 */
export function usePictures(draft: string, most = mostPictures, isDraft = true) {
	const [pictures, tell] = useReducer(
		(chosen: readonly ChosenPicture[], event: PicturesEvent) => nextPictures(chosen, event, most),
		[],
	);
	const [restored, setRestored] = useState(false);
	// A phone has memory for one large picture at a time.
	const line = useRef<Promise<unknown>>(Promise.resolve());

	useEffect(() => {
		let stale = false;
		readFiles(draft).then((kept) => {
			if (stale) return;
			tell({ type: 'added', pictures: parseKept(kept) });
			setRestored(true);
		});
		return () => {
			stale = true;
		};
	}, [draft]);

	useEffect(() => {
		if (!restored) return;
		if (pictures.length === 0 || !isDraft) void forgetFiles(draft);
		else void keepFiles(draft, toKeep(pictures));
	}, [draft, pictures, restored, isDraft]);

	function add(files: readonly File[]) {
		for (const refusal of new Set(files.map(refusePicture))) if (refusal) toast(refusal, 'error');
		const usable = files.filter((file) => refusePicture(file) === null);
		const taken = usable.slice(0, most - pictures.length);
		if (taken.length < usable.length)
			toast(most === 1 ? mediaText.onePicture : mediaText.atMostPictures(most), 'error');
		const chosen = taken.map(
			(file): ChosenPicture => ({
				id: randomKey(),
				name: file.name || 'picture',
				original: file,
				originalBytes: file.size,
				small: null,
				uploaded: null,
				problem: null,
			}),
		);
		tell({ type: 'added', pictures: chosen });
		for (const { id, original } of chosen) {
			if (!original) continue;
			line.current = line.current.then(async () => {
				// What cannot be made smaller travels as it is, and holds up no other.
				const small = await shrinkPicture(original).catch(() => original);
				tell({ type: 'shrunk', id, small });
			});
		}
	}

	return { pictures, add, tell };
}

/** What making a picture smaller has saved: '4.10 MB → 0.32 MB'. */
export function sizeOf({ originalBytes, small }: ChosenPicture): string {
	const [before, after] = [megabytes(originalBytes), megabytes(small?.size ?? originalBytes)];
	return before === after ? before : `${before} → ${after}`;
}
