import { type ComponentProps, createElement } from 'react';

type Shape = [name: string, attributes: Record<string, string>];

interface IconData {
	/** Names and attributes of the icon's shapes. */
	node: Shape[];
}

/**
 * Creates the component of a Lucide icon in the production build. The class `icon` has what Lucide repeats as attributes of each icon: stroke,
 * fill and size.
 */
export function createIcon({ node }: IconData) {
	const shapes = mergeShapes(node).map(([name, attributes]) => createElement(name, attributes));
	return ({ className, ...rest }: ComponentProps<'svg'>) =>
		createElement(
			'svg',
			{
				viewBox: '0 0 24 24',
				className: className === undefined ? 'icon' : `icon ${className}`,
				'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
				...rest,
			},
			...shapes,
		);
}

/** Draws the shapes of an icon as one path, because a page has a hundred of them. */
function mergeShapes(shapes: Shape[]): Shape[] {
	const outlines = shapes.map(toOutline);
	return outlines.includes(null) ? shapes : [['path', { d: outlines.join('') }]];
}

/** Returns a shape as path data that can follow other data; null for a shape that is filled or rarely used. */
function toOutline([name, shape]: Shape): string | null {
	if (shape.fill !== undefined) return null;
	if (name === 'line') return `M${shape.x1} ${shape.y1}L${shape.x2} ${shape.y2}`;
	if (name === 'circle') {
		const radius = Number(shape.r);
		const arc = `a${radius} ${radius} 0 1 0`;
		return `M${Number(shape.cx) - radius} ${shape.cy}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0z`;
	}
	// A relative start is relative to the end of the shape before.
	return name === 'path' ? `${shape.d?.startsWith('m') ? 'M0 0' : ''}${shape.d}` : null;
}
