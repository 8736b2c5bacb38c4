/** The logos in this file follow the brand guidelines of Facebook, X and WhatsApp. */
export function FacebookLogo() {
	return (
		<svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className="size-7">
			<path d="M13.6 22v-8.2h2.8l.5-3.4h-3.3V8.2c0-1 .4-1.8 1.9-1.8h1.6v-3a17 17 0 0 0-2.6-.2c-2.7 0-4.5 1.6-4.5 4.6v2.6H7v3.4h3V22z" />
		</svg>
	);
}

export function XLogo() {
	return (
		<svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className="size-6">
			<path d="M17.8 3h3.1l-6.8 7.7L22 21h-6.2l-4.9-6.4L5.3 21H2.2l7.2-8.3L1.8 3h6.4l4.4 5.9zm-1.1 16.2h1.7L7.2 4.7H5.4z" />
		</svg>
	);
}

export function WhatsAppLogo({ className = 'size-7' }: { className?: string }) {
	return (
		<svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={className}>
			<path d="M12 2a10 10 0 0 0-8.6 15.1L2 22l5-1.3A10 10 0 1 0 12 2m0 18.2c-1.6 0-3-.4-4.3-1.2l-.3-.2-3 .8.8-2.9-.2-.3A8.2 8.2 0 1 1 12 20.2m4.5-6.1c-.200-.1-1.5-.7-1.7-.8s-.4-.1-.6.1-.6.8-.8 1-.3.2-.5.1a6.7 6.7 0 0 1-3.3-2.9c-.3-.4.3-.4.7-1.3.1-.2 0-.3 0-.4l-.8-1.8c-.2-.5-.4-.4-.5-.4h-.5a1 1 0 0 0-.7.3c-.2.3-.9.9-.9 2.2s.9 2.5 1.1 2.7a10 10 0 0 0 4 3.5c1.5.6 2 .7 2.8.6.4-.1 1.5-.6 1.7-1.2s.2-1.1.1-1.2z" />
		</svg>
	);
}
