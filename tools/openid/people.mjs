// The people who can sign in, by the name they give. Each states the market in
// another way, and one does not state it at all.
const somebody = (sub, claims) => ({ sub, name: `${sub[0].toUpperCase()}${sub.slice(1)} Sample`, email: `${sub}@example.com`, ...claims });

export const people = new Map([
  somebody('chiyo', { country_code: 'JP', locale: 'en-GB', address: { country: 'DE' } }),
  somebody('adam', { address: { street_address: '1 Sample Street', country: 'DE' }, locale: 'en-GB' }),
  somebody('loki', { locale: 'pt-BR' }),
  somebody('nemo', {}),
].map((claims) => [claims.sub, claims]));

// What a scope is good for. users is a scope of the service, and no claim.
export const claims = {
  openid: ['sub'],
  profile: ['name', 'locale', 'country_code'],
  email: ['email'],
  address: ['address'],
};
