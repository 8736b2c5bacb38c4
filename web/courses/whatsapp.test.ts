import { expect, test } from 'vitest';
import { whatsAppQuestionUrl } from './whatsapp.ts';

test('opens a chat with the number, or lets the user choose without one', () => {
	expect(whatsAppQuestionUrl('2348031234567', 'How & when?')).toBe(
		'https://wa.me/2348031234567?text=How%20%26%20when%3F',
	);
	for (const none of [null, undefined]) expect(whatsAppQuestionUrl(none, 'Hi')).toBe('https://wa.me/?text=Hi');
});
