import encodeQR from 'qr';

/** A QR code as one path, dark on white in both themes: cameras read it that way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
	const path = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${squares.length} ${squares.length}`}
			shapeRendering="crispEdges"
			className="size-52 rounded-control bg-white"
		>
			<path d={path} fill="#000" />
		</svg>
	);
}
