// node mock.mjs
//
// A sign-in server that others use in their tests (oauth2-mock-server), as it comes: it lets everyone
// in without a page, names no scopes, grants "dummy" whatever was asked for, and tells who it is at
// userinfo. It prints its issuer as one line, and ends when its input does. GET /events lists what
// happened so far and POST /clock?ahead=SECONDS sets its clock forward, as at server.mjs.
import http from 'node:http';

import { Events, OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';

const realNow = Date.now;
let ahead = 0;
Date.now = () => realNow() + ahead;

const issuer = new OAuth2Issuer();
await issuer.keys.generate('RS256');
// The address where the API asks whose token it was given is that of server.mjs.
const service = new OAuth2Service(issuer, { introspect: '/token/introspection' });

const events = [];
service.on(Events.BeforeResponse, (answer, req) => events.push({
  event: 'grant.success', client: req.body.client_id, grant: req.body.grant_type,
}));
service.on(Events.BeforeRevoke, () => events.push({ event: 'grant.revoked' }));
service.on(Events.BeforeUserinfo, (answer) => {
  Object.assign(answer.body, { name: 'John Doe', email: 'johndoe@example.com', country_code: 'JP' });
});
service.on(Events.BeforeIntrospect, (answer) => {
  answer.body = { active: !events.some(({ event }) => event === 'grant.revoked'), client_id: 'travel', sub: 'johndoe', scope: 'dummy' };
});

const server = http.createServer((req, res) => {
  const url = new URL(req.url, issuer.url);
  if (url.pathname === '/events') {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(events));
  } else if (url.pathname === '/clock') {
    ahead += Number(url.searchParams.get('ahead')) * 1000;
    res.end();
  } else {
    service.requestHandler(req, res);
  }
});
server.listen(0, '127.0.0.1', () => {
  issuer.url = `http://127.0.0.1:${server.address().port}`;
  console.log(issuer.url);
});
process.stdin.on('end', () => process.exit()).resume();
