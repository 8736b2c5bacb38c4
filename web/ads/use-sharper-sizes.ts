import { useEffect, useState } from 'react';
import type { Picture } from '../../contract/media/media.ts';
import { useReducedData } from '../ui/reduced-data.ts';

/**
 * Returns the `sizes` attribute of a picture that a list has already shown. At first it is `listed`, the list's own, so that the file of
 * the list shows at once. Once the file for `sizes` is decoded, it is `sizes`, so that nothing flickers. `listed` is null for a picture that
 * no list has shown.
 */
export function useSharperSizes(picture: Picture | null, sizes: string, listed: string | null): string {
	const [isSharp, setSharp] = useState(listed === null);
	const reducedData = useReducedData();
	const srcSet = picture?.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ') ?? '';
	useEffect(() => {
		// With reduced data, a picture stays in its smallest size.
		if (isSharp || reducedData) return;
		const image = new Image();
		const show = () => setSharp(true);
		image.fetchPriority = 'low';
		image.sizes = sizes;
		image.srcset = srcSet;
		image.decode().then(show, show);
	}, [isSharp, reducedData, srcSet, sizes]);
	return isSharp ? sizes : (listed ?? sizes);
}
