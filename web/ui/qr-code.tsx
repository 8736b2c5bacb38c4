import encodeQR from 'qr';

interface QrCodeProps {
	text: string;
	label: string;
	className?: string;
}

/** QR code as one SVG path. It is dark on white in both themes because cameras expect that. */
export function QrCode({ text, label, className = 'size-52' }: QrCodeProps) {
	const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
	const path = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${squares.length} ${squares.length}`}
			shapeRendering="crispEdges"
			className={`rounded-control bg-white ${className}`}
		>
			<path d={path} fill="#000" />
		</svg>
	);
}
