import { expect, test } from '@jest/globals';
import { NameIndex, toSound, toWords } from './name-index.ts';

test.each([
  ['Lakshmi', 'Laxmi', 'లక్ష్మి'],
  ['Srinivas', 'Sreenivasa', 'శ్రీనివాస'],
  ['Venkateswara', 'Venkateshwar', 'వెంకటేశ్వర'],
  ['Ramachandra', 'Raamachandrah', 'రామచంద్ర'],
  ['Subrahmanyam', 'Subramanyam', 'సుబ్రమణ్యం'],
  ['Vishnu', 'Vishnu', 'విష్ణు'],
  ['Satyanarayana', 'Sathyanarayana', 'సత్యనారాయణ'],
  ['Krishna', 'Krishna', 'కృష్ణ'],
])('%s, %s and %s sound alike', (one, other, telugu) => {
  expect([toSound(other), toSound(telugu)]).toEqual([toSound(one), toSound(one)]);
});

test.each([
  ['Rama', 'Ravi'],
  ['Gopal', 'Govind'],
  ['Srinivas', 'Sarma'],
])('%s and %s sound differently', (one, other) => {
  expect(toSound(one)).not.toBe(toSound(other));
});

test('splits a name into words of more than one letter', () => {
  expect(toWords(' K. Rāma-Kṛṣṇa  శాస్త్రి 2')).toEqual(['rāma', 'kṛṣṇa', 'శాస్త్రి']);
  expect(toWords('')).toEqual([]);
});

test('finds a name by each of its words in its year, and reveals nothing without the key', () => {
  const index = new NameIndex('k'.repeat(32));
  const stored = index.compute('2024', 'Sri Lakshmi Narasimha');
  expect(stored).toHaveLength(3);
  for (const word of ['sri', 'laxmi', 'నరసింహ'])
    expect(stored).toEqual(expect.arrayContaining(index.compute('2024', word)));
  expect(stored).not.toEqual(expect.arrayContaining(index.compute('2025', 'sri')));
  expect(stored).not.toEqual(expect.arrayContaining(new NameIndex('l'.repeat(32)).compute('2024', 'sri')));
});
