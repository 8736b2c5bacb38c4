export function MarketIllustration({ className }: { className?: string }) {
	return (
		<svg viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
			<defs>
				<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
					<stop offset="0" stopColor="#f5b544" />
					<stop offset="0.45" stopColor="#f08a4b" />
					<stop offset="0.8" stopColor="#12784f" />
				</linearGradient>
			</defs>
			<rect width="800" height="1000" fill="url(#sky)" />
			<circle cx="560" cy="270" r="120" fill="#fff3d6" opacity="0.85" />
			<path
				d="M0 470h70v-90h90v60h60V330h110v120h80v-70h100v90h70v-150h90v110h130v350H0Z"
				fill="#0e5c3d"
				opacity="0.55"
			/>
			<path d="M0 560 140 500h520l140 60v440H0Z" fill="#0b4a32" />
			<path d="M60 190q340 120 680-10" fill="none" stroke="#7a3b10" strokeWidth="4" opacity="0.6" />
			<g fill="#fff3d6">
				<circle cx="140" cy="220" r="9" />
				<circle cx="250" cy="245" r="9" />
				<circle cx="365" cy="254" r="9" />
				<circle cx="480" cy="249" r="9" />
				<circle cx="595" cy="229" r="9" />
				<circle cx="690" cy="200" r="9" />
			</g>
			<g transform="translate(60 420)">
				<rect x="16" y="52" width="8" height="161" fill="#0a3d2a" />
				<rect x="237" y="52" width="8" height="161" fill="#0a3d2a" />
				<rect x="5" y="151" width="250" height="68" rx="8" fill="#8a4b16" />
				<rect x="5" y="151" width="250" height="13" rx="5" fill="#b4691f" />
				<circle cx="42" cy="140" r="14" fill="#e4572e" />
				<circle cx="70" cy="140" r="14" fill="#e4572e" />
				<circle cx="56" cy="120" r="14" fill="#e4572e" />
				<circle cx="117" cy="138" r="16" fill="#8ac926" />
				<circle cx="148" cy="138" r="16" fill="#8ac926" />
				<circle cx="133" cy="116" r="16" fill="#8ac926" />
				<circle cx="195" cy="142" r="13" fill="#f5b544" />
				<circle cx="221" cy="142" r="13" fill="#f5b544" />
				<circle cx="208" cy="122" r="13" fill="#f5b544" />
				<path d="M0.0 52.0L20.8 0h36.4L43.3 52.0a21.7 21.7 0 0 1-43.3 0Z" fill="#fff3d6" />
				<path d="M43.3 52.0L57.2 0h36.4L86.7 52.0a21.7 21.7 0 0 1-43.3 0Z" fill="#f5b544" />
				<path d="M86.7 52.0L93.6 0h36.4L130.0 52.0a21.7 21.7 0 0 1-43.3 0Z" fill="#fff3d6" />
				<path d="M130.0 52.0L130.0 0h36.4L173.3 52.0a21.7 21.7 0 0 1-43.3 0Z" fill="#f5b544" />
				<path d="M173.3 52.0L166.4 0h36.4L216.7 52.0a21.7 21.7 0 0 1-43.3 0Z" fill="#fff3d6" />
				<path d="M216.7 52.0L202.8 0h36.4L260.0 52.0a21.7 21.7 0 0 1-43.3 0Z" fill="#f5b544" />
			</g>
			<g transform="translate(470 410)">
				<rect x="17" y="56" width="8" height="174" fill="#0a3d2a" />
				<rect x="255" y="56" width="8" height="174" fill="#0a3d2a" />
				<rect x="6" y="162" width="269" height="73" rx="8" fill="#8a4b16" />
				<rect x="6" y="162" width="269" height="14" rx="6" fill="#b4691f" />
				<circle cx="45" cy="151" r="15" fill="#7b2d8b" />
				<circle cx="76" cy="151" r="15" fill="#7b2d8b" />
				<circle cx="60" cy="129" r="15" fill="#7b2d8b" />
				<circle cx="126" cy="148" r="17" fill="#f5b544" />
				<circle cx="160" cy="148" r="17" fill="#f5b544" />
				<circle cx="143" cy="125" r="17" fill="#f5b544" />
				<circle cx="210" cy="153" r="14" fill="#2a9d8f" />
				<circle cx="238" cy="153" r="14" fill="#2a9d8f" />
				<circle cx="224" cy="132" r="14" fill="#2a9d8f" />
				<path d="M0.0 56.0L22.4 0h39.2L46.7 56.0a23.3 23.3 0 0 1-46.7 0Z" fill="#fff3d6" />
				<path d="M46.7 56.0L61.6 0h39.2L93.3 56.0a23.3 23.3 0 0 1-46.7 0Z" fill="#d9482b" />
				<path d="M93.3 56.0L100.8 0h39.2L140.0 56.0a23.3 23.3 0 0 1-46.7 0Z" fill="#fff3d6" />
				<path d="M140.0 56.0L140.0 0h39.2L186.7 56.0a23.3 23.3 0 0 1-46.7 0Z" fill="#d9482b" />
				<path d="M186.7 56.0L179.2 0h39.2L233.3 56.0a23.3 23.3 0 0 1-46.7 0Z" fill="#fff3d6" />
				<path d="M233.3 56.0L218.4 0h39.2L280.0 56.0a23.3 23.3 0 0 1-46.7 0Z" fill="#d9482b" />
			</g>
			<path d="M0 780 800 740v260H0Z" fill="#083b28" />
			<g transform="translate(190 600)">
				<rect x="26" y="86" width="13" height="267" fill="#0a3d2a" />
				<rect x="391" y="86" width="13" height="267" fill="#0a3d2a" />
				<rect x="9" y="249" width="413" height="112" rx="13" fill="#8a4b16" />
				<rect x="9" y="249" width="413" height="22" rx="9" fill="#b4691f" />
				<circle cx="69" cy="232" r="24" fill="#f5b544" />
				<circle cx="116" cy="232" r="24" fill="#f5b544" />
				<circle cx="92" cy="198" r="24" fill="#f5b544" />
				<circle cx="194" cy="228" r="26" fill="#e4572e" />
				<circle cx="245" cy="228" r="26" fill="#e4572e" />
				<circle cx="219" cy="191" r="26" fill="#e4572e" />
				<circle cx="322" cy="234" r="22" fill="#ffd166" />
				<circle cx="366" cy="234" r="22" fill="#ffd166" />
				<circle cx="344" cy="202" r="22" fill="#ffd166" />
				<path d="M0.0 86.0L34.4 0h60.2L71.7 86.0a35.8 35.8 0 0 1-71.7 0Z" fill="#fff3d6" />
				<path d="M71.7 86.0L94.6 0h60.2L143.3 86.0a35.8 35.8 0 0 1-71.7 0Z" fill="#16a06a" />
				<path d="M143.3 86.0L154.8 0h60.2L215.0 86.0a35.8 35.8 0 0 1-71.7 0Z" fill="#fff3d6" />
				<path d="M215.0 86.0L215.0 0h60.2L286.7 86.0a35.8 35.8 0 0 1-71.7 0Z" fill="#16a06a" />
				<path d="M286.7 86.0L275.2 0h60.2L358.3 86.0a35.8 35.8 0 0 1-71.7 0Z" fill="#fff3d6" />
				<path d="M358.3 86.0L335.4 0h60.2L430.0 86.0a35.8 35.8 0 0 1-71.7 0Z" fill="#16a06a" />
			</g>
		</svg>
	);
}
