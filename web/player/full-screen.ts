import { type RefObject, useEffect, useState } from 'react';

/** Safari's prefixed full screen API. iPhones support full screen only for the video element itself. */
interface SafariVideo extends HTMLVideoElement {
	webkitEnterFullscreen?: () => void;
}
interface SafariElement extends HTMLElement {
	webkitRequestFullscreen?: () => void;
}
interface SafariDocument extends Document {
	webkitFullscreenElement?: Element | null;
	webkitExitFullscreen?: () => void;
}

/** Tracks whether `frame` fills the screen. `toggle` does nothing in browsers without full screen, such as some in-app browsers. */
export function usePlayerFullScreen(frame: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) {
	const [isFullScreen, setFull] = useState(false);

	useEffect(() => {
		const update = () => setFull(getFullScreenElement() !== null && getFullScreenElement() === frame.current);
		for (const event of ['fullscreenchange', 'webkitfullscreenchange']) document.addEventListener(event, update);
		return () => {
			for (const event of ['fullscreenchange', 'webkitfullscreenchange']) document.removeEventListener(event, update);
		};
	}, [frame]);

	function toggle() {
		const element = frame.current as SafariElement | null;
		if (!element) return;
		if (getFullScreenElement()) exitFullScreen();
		else if (element.requestFullscreen) void element.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
		else if (element.webkitRequestFullscreen) element.webkitRequestFullscreen();
		else (video.current as SafariVideo | null)?.webkitEnterFullscreen?.();
	}

	return { isFullScreen, toggle };
}

function getFullScreenElement(): Element | null {
	return document.fullscreenElement ?? (document as SafariDocument).webkitFullscreenElement ?? null;
}

function exitFullScreen() {
	if (document.exitFullscreen) void document.exitFullscreen().catch(() => {});
	else (document as SafariDocument).webkitExitFullscreen?.();
}
