___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Consent Pixel",
  "brand": { "id": "brand_dummy", "displayName": "" },
  "description": "Counts a page once storage is consented to.",
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "SELECT",
    "name": "region",
    "displayName": "Region",
    "selectItems": [
      { "value": "eu", "displayValue": "Europe" },
      { "value": "us", "displayValue": "America" }
    ],
    "simpleValueType": true
  },
  { "type": "CHECKBOX", "name": "withTitle", "checkboxText": "Send the title", "simpleValueType": true }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const addConsentListener = require('addConsentListener');
const encodeUriComponent = require('encodeUriComponent');
const isConsentGranted = require('isConsentGranted');
const localStorage = require('localStorage');
const readTitle = require('readTitle');
const sendPixel = require('sendPixel');

function count() {
  if (localStorage.getItem('counted') === 'yes') return data.gtmOnSuccess();
  localStorage.setItem('counted', 'yes');
  const title = data.withTitle ? '?title=' + encodeUriComponent(readTitle()) : '';
  sendPixel('https://' + data.region + '.count.example/p.gif' + title, data.gtmOnSuccess, data.gtmOnFailure);
}

if (isConsentGranted('analytics_storage')) {
  count();
} else {
  let done = false;
  addConsentListener('analytics_storage', function() {
    if (done || !arguments.slice(1)[0]) return;
    done = true;
    count();
  });
}


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "send_pixel", "versionId": "1" },
      "param": [
        { "key": "allowedUrls", "value": { "type": 1, "string": "specific" } },
        { "key": "urls", "value": { "type": 2, "listItem": [{ "type": 1, "string": "https://*.count.example/" }] } }
      ]
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "access_consent", "versionId": "1" },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "consentType" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }
                ],
                "mapValue": [
                  { "type": 1, "string": "analytics_storage" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
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
      "key": { "publicId": "access_local_storage", "versionId": "1" },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }
                ],
                "mapValue": [
                  { "type": 1, "string": "counted" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true }
                ]
              }
            ]
          }
        }
      ]
    },
    "isRequired": true
  },
  { "instance": { "key": { "publicId": "read_title", "versionId": "1" }, "param": [] }, "isRequired": true }
]


___TESTS___

scenarios:
- name: With consent the page is counted at once
  code: |-
    mock('readTitle', 'Shoes & more');
    mock('sendPixel', function(url, onSuccess) {
      assertThat(url).isEqualTo('https://eu.count.example/p.gif?title=Shoes%20%26%20more');
      onSuccess();
    });
    runCode({ region: 'eu', withTitle: true });
    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: Without consent nothing is sent until it is given
  code: |-
    mock('isConsentGranted', false);
    mock('addConsentListener', (type, listener) => { listeners.push(listener); });
    runCode({ region: 'us' });
    assertApi('sendPixel').wasNotCalled();
    listeners[0]('analytics_storage', false);
    assertApi('sendPixel').wasNotCalled();
    listeners[0]('analytics_storage', true);
    listeners[0]('analytics_storage', true);
    assertApi('sendPixel').wasCalled();
    assertThat(listeners).hasLength(1);
- name: A page that was counted is not counted again
  code: |-
    mockObject('localStorage', { getItem: () => 'yes' });
    runCode({ region: 'us' });
    assertApi('sendPixel').wasNotCalled();
    assertApi('localStorage.setItem').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalledWith();
setup: |-
  const listeners = [];
