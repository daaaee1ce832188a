// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// Told about every transfer that leaves the account which registered it.
interface ISendHook {
    function tokensToSend(address operator, address from, address to, uint256 amount) external;
}

// A token in the manner of ERC-777: holders may register a hook for what they send.
contract HookedToken is ERC20 {
    address public issuer;
    mapping(address => ISendHook) public sendHook;

    event HookSet(address indexed holder, address hook);

    constructor(string memory _name, string memory _symbol) public ERC20(_name, _symbol) {
        issuer = msg.sender;
    }

    function issue(address _to, uint256 _amount) external {
        require(msg.sender == issuer, "issue: issuer only");
        _mint(_to, _amount);
    }

    function setSendHook(ISendHook _hook) external {
        sendHook[msg.sender] = _hook;
        emit HookSet(msg.sender, address(_hook));
    }

    function _beforeTokenTransfer(address _from, address _to, uint256 _amount) internal override {
        ISendHook hook = sendHook[_from];
        if (address(hook) != address(0)) hook.tokensToSend(msg.sender, _from, _to, _amount);
    }
}
