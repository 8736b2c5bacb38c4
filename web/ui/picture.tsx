import { useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useReducedData } from './reduced-data.ts';

/** A picture in the sizes it is served in, smallest first. */
export interface PictureSource {
	url: string;
	width: number;
	height: number;
	/** A tiny blurred picture as a data address. */
	placeholder: string | null;
	sizes: readonly { url: string; width: number }[];
}

interface PictureProps {
	picture: PictureSource;
	/** What it shows; empty for decoration. */
	alt: string;
	/** How wide it is shown, as the `sizes` attribute says it. */
	sizes: string;
	/** Seen at once, so loaded first; others wait until they come near. */
	eager?: boolean;
	className?: string;
}

/** A picture that keeps its place: blurred at first, then in the size that fits the screen, or the smallest to save data. */
export function Picture({ picture, alt, sizes, eager = false, className }: PictureProps) {
	const { url, width, height, placeholder } = picture;
	const element = useRef<HTMLImageElement>(null);
	const reducedData = useReducedData();
	const [usesSmallest, setSmallest] = useState(reducedData);
	useEffect(() => {
		// What has come already stays: the smaller one would be loaded on top of it.
		setSmallest((before) => reducedData && (before || !element.current?.complete));
	}, [reducedData]);
	return (
		<img
			ref={element}
			// The page's head may have taken the larger sizes away before this code came.
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
			fetchPriority={eager ? 'high' : 'auto'}
			decoding="async"
			className={classes('bg-sunken bg-center bg-cover bg-no-repeat', className)}
			style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
		/>
	);
}
