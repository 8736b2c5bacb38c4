import { classes } from './classes.ts';

const sizes = { small: 'size-[28px] text-12', medium: 'size-10 text-16', large: 'size-20 text-28' };

const colours = [
	'bg-avatar-1',
	'bg-avatar-2',
	'bg-avatar-3',
	'bg-avatar-4',
	'bg-avatar-5',
	'bg-avatar-6',
	'bg-avatar-7',
	'bg-avatar-8',
];

interface AvatarProps {
	name: string;
	/** URL of the picture. Without a picture, the avatar shows the first letter of the name on a colour that the name decides. */
	image?: string | null | undefined;
	size?: keyof typeof sizes;
}

/** A person's picture or the first letter of the name. Hidden from screen readers, because the name is shown beside the avatar. */
export function Avatar({ name, image, size = 'medium' }: AvatarProps) {
	const shape = classes('shrink-0 rounded-full', sizes[size]);
	if (image)
		return <img src={image} alt="" loading="lazy" decoding="async" className={classes(shape, 'object-cover')} />;
	return (
		<span
			aria-hidden
			className={classes(shape, 'inline-flex items-center justify-center font-bold text-white', pickColour(name))}
		>
			{[...name.trim()][0]?.toUpperCase() ?? '?'}
		</span>
	);
}

/** Returns the class of the background colour that the name decides. */
export function pickColour(name: string): string | undefined {
	let hash = 0;
	for (const letter of name.trim()) hash = (hash * 131 + (letter.codePointAt(0) ?? 0)) % 65_521;
	return colours[hash % colours.length];
}
