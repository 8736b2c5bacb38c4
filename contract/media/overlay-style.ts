/**
 * How text is drawn into a video. The form, the browser that edits a video and the server use the same values. Cards crop a portrait poster
 * to its middle, and `/videos` covers the lower third, so the text stands in the upper half.
 */
export const overlayStyle = {
	/** Maximum width of a line, as a share of the frame's width. */
	width: 0.84,
	/** Vertical centre of the text, as a share of the frame's height from the top. */
	centre: 0.34,
	/** Font size, as a share of the frame's shorter side. */
	fontSize: 0.065,
	/** Height of a line, and the padding and corner radius of the box behind the text, as multiples of the font size. */
	lineHeight: 1.25,
	padding: 0.45,
	radius: 0.35,
	colour: '#ffffff',
	background: 'rgb(0 0 0 / 0.6)',
} as const;
