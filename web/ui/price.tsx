import { classes } from './classes.ts';

const sizes = {
	small: 'whitespace-nowrap text-14',
	medium: 'whitespace-nowrap text-16',
	large: 'text-28',
};

/** A price in the contract's format, such as 'NGN 70,000'. */
export function Price({ price, size = 'medium' }: { price: string; size?: keyof typeof sizes }) {
	return <span className={classes('price', sizes[size])}>{price}</span>;
}
