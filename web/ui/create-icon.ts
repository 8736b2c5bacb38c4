import { type ComponentProps, createElement } from 'react';

/** Name and attributes of an SVG element. */
export type Shape = [name: string, attributes: Record<string, string>];

/**
 * Creates the component of a Lucide icon in the production build, from the data of a path or from its shapes. The class `icon` has what
 * Lucide repeats as attributes of each icon: stroke, fill and size.
 */
export function createIcon(drawing: string | Shape[]) {
	const shapes: Shape[] = typeof drawing === 'string' ? [['path', { d: drawing }]] : drawing;
	const elements = shapes.map(([name, attributes]) => createElement(name, attributes));
	return ({ className, ...rest }: ComponentProps<'svg'>) =>
		createElement(
			'svg',
			{
				viewBox: '0 0 24 24',
				className: className === undefined ? 'icon' : `icon ${className}`,
				'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
				...rest,
			},
			...elements,
		);
}
