import { type ComponentProps, createElement } from 'react';

interface IconData {
	/** Names and attributes of the icon's shapes. */
	node: [name: string, attributes: Record<string, string>][];
}

/**
 * Creates the component of a Lucide icon in the production build. The class `icon` has what Lucide repeats as attributes of each icon: stroke,
 * fill and size.
 */
export function createIcon({ node }: IconData) {
	const shapes = node.map(([name, attributes]) => createElement(name, attributes));
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
