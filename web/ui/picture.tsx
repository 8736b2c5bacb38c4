import { useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useReducedData } from './reduced-data.ts';

/** A picture with its sizes, smallest first. */
export interface PictureSource {
	url: string;
	width: number;
	height: number;
	/** A tiny blurred picture as a data URL. */
	placeholder: string | null;
	sizes: readonly { url: string; width: number }[];
}

interface PictureProps {
	picture: PictureSource;
	alt: string;
	sizes: string;
	/** Whether the picture loads at once, for pictures in the first viewport. Other pictures load when they come near the viewport. */
	eager?: boolean;
	className?: string;
}

/**
 * A picture that reserves its space. Shows a blurred placeholder, then a size that fits the screen, or the smallest size to save data or if
 * the other cannot be loaded: the smallest is the one that lists have shown, so it may be cached.
 */
export function Picture({ picture, alt, sizes, eager = false, className }: PictureProps) {
	const { url, width, height, placeholder } = picture;
	const element = useRef<HTMLImageElement>(null);
	const reducedData = useReducedData();
	const [usesSmallest, setSmallest] = useState(reducedData);
	useEffect(() => {
		// If reduced data is switched on later, a loaded picture stays, because loading the smaller size would cost extra data.
		setSmallest((before) => reducedData && (before || !element.current?.complete));
	}, [reducedData]);
	return (
		<img
			ref={element}
			// The inline data saver script may have removed `srcset` before hydration, so React would warn about a difference.
			suppressHydrationWarning
			src={picture.sizes[0]?.url ?? url}
			srcSet={
				usesSmallest ? undefined : picture.sizes.map((size) => `${size.url} ${size.width}w`).join(', ') || undefined
			}
			sizes={sizes}
			width={width}
			height={height}
			alt={alt}
			loading={eager ? 'eager' : 'lazy'}
			fetchPriority={eager ? 'high' : undefined}
			decoding="async"
			onError={() => setSmallest(true)}
			className={classes('picture', className)}
			style={placeholder ? { backgroundImage: `url(${placeholder})` } : undefined}
		/>
	);
}
