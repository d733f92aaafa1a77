___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Call Queue",
  "brand": { "id": "brand_dummy", "displayName": "" },
  "description": "Loads a chat and keeps what is said before it has come.",
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "room",
    "displayName": "Room",
    "simpleValueType": true,
    "valueValidators": [{ "type": "NON_EMPTY" }, { "type": "REGEX", "args": ["[a-z]+"] }]
  },
  {
    "type": "TEXT",
    "name": "greeting",
    "displayName": "Greeting",
    "simpleValueType": true,
    "enablingConditions": [{ "paramName": "room", "paramValue": "", "type": "NOT_EQUALS" }]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const aliasInWindow = require('aliasInWindow');
const callInWindow = require('callInWindow');
const copyFromWindow = require('copyFromWindow');
const createArgumentsQueue = require('createArgumentsQueue');
const createQueue = require('createQueue');
const injectScript = require('injectScript');
const log = require('logToConsole');
const queryPermission = require('queryPermission');
const setInWindow = require('setInWindow');

const url = 'https://chat.example/' + data.room + '.js';
const say = createArgumentsQueue('talk', 'talk_queue');
say('open', data.room);
if (data.greeting) say('greet', data.greeting);

setInWindow('chat_rooms', [], false);
const addRoom = createQueue('chat_rooms');
addRoom({ room: data.room });
callInWindow('chat_rooms.push', { room: 'lobby' });
aliasInWindow('chat_first', 'chat_rooms');
log('rooms', copyFromWindow('chat_rooms').length);

if (queryPermission('inject_script', url)) {
  injectScript(url, data.gtmOnSuccess, data.gtmOnFailure, url);
} else {
  data.gtmOnFailure();
}


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "access_globals", "versionId": "1" },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" }, { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "talk" }, { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true }, { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" }, { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "talk_queue" }, { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true }, { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" }, { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "chat_rooms" }, { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true }, { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" }, { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "chat_rooms.push" }, { "type": 8, "boolean": false },
                  { "type": 8, "boolean": false }, { "type": 8, "boolean": true }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" }, { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }, { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "chat_first" }, { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true }, { "type": 8, "boolean": false }
                ]
              }
            ]
          }
        }
      ]
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "inject_script", "versionId": "1" },
      "param": [
        { "key": "urls", "value": { "type": 2, "listItem": [{ "type": 1, "string": "https://chat.example/*.js" }] } }
      ]
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "logging", "versionId": "1" },
      "param": [{ "key": "environments", "value": { "type": 1, "string": "debug" } }]
    },
    "isRequired": true
  }
]


___TESTS___

setup: |
  const copyFromWindow = require('copyFromWindow');
  const mockData = { room: 'shoes', greeting: 'Hello' };
  let scripts = [];
  mock('injectScript', (url, onSuccess, onFailure, token) => {
    scripts.push([url, token]);
    onSuccess();
  });
scenarios:
- name: The chat is loaded once permitted
  code: |
    runCode(mockData);
    assertThat(scripts).containsExactly(['https://chat.example/shoes.js', 'https://chat.example/shoes.js']);
    assertApi('gtmOnSuccess').wasCalled();
- name: What is said early waits in the page
  code: |
    const log = [];
    mock('logToConsole', (text, count) => { log.push(text + count); });
    runCode(mockData);
    assertThat(copyFromWindow('talk_queue').length, 'things said').isEqualTo(2);
    assertThat(copyFromWindow('chat_rooms')).isEqualTo([{ room: 'shoes' }, { room: 'lobby' }]);
    assertThat(log).isEqualTo(['rooms2']);
- name: Without permission nothing is loaded
  code: |
    mock('queryPermission', false);
    runCode({ room: 'shoes' });
    assertThat(copyFromWindow('talk_queue').length).isEqualTo(1);
    assertThat(scripts).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
