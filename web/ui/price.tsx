import { classes } from './classes.ts';

const sizes = {
	tiny: 'whitespace-nowrap text-12',
	small: 'whitespace-nowrap text-14',
	medium: 'whitespace-nowrap text-16',
	large: 'text-28',
};

interface PriceProps {
	price: string;
	size?: keyof typeof sizes;
	className?: string;
}

/** A price in the contract's format, such as 'NGN 70,000'. */
export function Price({ price, size = 'medium', className }: PriceProps) {
	return <span className={classes('price', sizes[size], className)}>{price}</span>;
}
