// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

error NotAgreement();
error NotHost();

struct CallContext {
    address msgSender;
    uint256 timestamp;
    bytes userData;
}

// the host: everybody talks to the agreements through it, and it tells them who is talking
contract Superfluid is Ownable, ReentrancyGuard {
    mapping(address => bool) public isAgreementListed;
    bytes32 private ctxStamp;

    function registerAgreement(address agreement) external onlyOwner { //~ BENIGN ACCESS_CTRL
        isAgreementListed[agreement] = true;
        emit AgreementListed(agreement);
    }

    // callData ends with an empty `bytes ctx`, the real one is put there
    function callAgreement(address agreement, bytes calldata callData, bytes calldata userData)
        external
        nonReentrant //~ BENIGN REENTRY_GUARD
        returns (bytes memory)
    {
        return call(agreement, callData, userData);
    }

    function batchCall(address[] calldata agreements, bytes[] calldata callDatas) external nonReentrant {
        require(agreements.length == callDatas.length, "lengths differ");
        for (uint256 i = 0; i < agreements.length; i++) call(agreements[i], callDatas[i], "");
    }

    // for agreements and apps that want to know who started the call at hand
    function decodeCtx(bytes calldata ctx) external view returns (CallContext memory) {
        require(keccak256(ctx) == ctxStamp, "ctx has no stamp"); //~ BENIGN INPUT_VAL
        return abi.decode(ctx, (CallContext));
    }

    function call(address agreement, bytes calldata callData, bytes memory userData) private returns (bytes memory) {
        if (!isAgreementListed[agreement]) revert NotAgreement(); //~ BENIGN ACCESS_CTRL
        bytes memory ctx = abi.encode(CallContext(msg.sender, block.timestamp, userData)); //~ BENIGN STATE_MOD
        ctxStamp = keccak256(ctx);
        (bool ok, bytes memory result) = agreement.call(withCtx(callData, ctx)); //~ BENIGN EXT_CALL
        if (!ok) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
        delete ctxStamp;
        return result;
    }

    function withCtx(bytes calldata data, bytes memory ctx) private pure returns (bytes memory) {
        uint256 end = data.length - 32;
        require(bytes32(data[end:]) == 0, "placeholder in use"); //~ BENIGN INPUT_VAL
        return abi.encodePacked(data[:end], ctx.length, ctx);
    }

    event AgreementListed(address agreement);
}

// a wrapped token whose balances agreements may move
contract SuperToken is ERC20 {
    using SafeERC20 for IERC20;

    IERC20 public immutable underlying;
    Superfluid public immutable host;

    constructor(IERC20 _underlying, Superfluid _host) ERC20("Super USD Coin", "USDCx") {
        underlying = _underlying;
        host = _host;
    }

    function upgrade(uint256 amount) external {
        underlying.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        _mint(msg.sender, amount);
    }

    function downgrade(uint256 amount) external {
        _burn(msg.sender, amount); //~ BENIGN STATE_MOD
        underlying.safeTransfer(msg.sender, amount);
    }

    function settle(address from, address to, uint256 amount) external {
        if (!host.isAgreementListed(msg.sender)) revert NotAgreement(); //~ BENIGN ACCESS_CTRL
        _transfer(from, to, amount); //~ BENIGN FUND_XFER
    }
}

// one publisher pays many subscribers at once, pro rata to their units
contract InstantDistributionAgreementV1 {
    struct Index {
        bool exists;
        uint128 totalUnits;
        uint256 value; // paid per unit so far
        mapping(address => Subscription) subscriptions;
    }

    struct Subscription {
        uint128 units;
        uint256 value; // the index's, when last paid out
    }

    Superfluid public immutable host;
    mapping(address => mapping(SuperToken => mapping(uint32 => Index))) private indexes;

    constructor(Superfluid _host) {
        host = _host;
    }

    function createIndex(SuperToken token, uint32 indexId, bytes calldata ctx) external {
        address publisher = sender(ctx);
        Index storage index = indexes[publisher][token][indexId];
        require(!index.exists, "index exists"); //~ BENIGN INPUT_VAL
        index.exists = true;
        emit IndexCreated(token, publisher, indexId); //~ UNRELATED EVENT_EMIT
    }

    function updateSubscription(SuperToken token, uint32 indexId, address subscriber, uint128 units, bytes calldata ctx) external {
        address publisher = sender(ctx);
        payOut(token, publisher, indexId, subscriber); //~ BENIGN STATE_MOD
        Index storage index = indexes[publisher][token][indexId];
        index.totalUnits = index.totalUnits - index.subscriptions[subscriber].units + units;
        index.subscriptions[subscriber].units = units;
        emit UnitsUpdated(token, publisher, indexId, subscriber, units);
    }

    function distribute(SuperToken token, uint32 indexId, uint256 perUnit, bytes calldata ctx) external {
        address publisher = sender(ctx); //~ BENIGN ACCESS_CTRL
        Index storage index = indexes[publisher][token][indexId];
        require(index.totalUnits > 0, "no units");
        index.value += perUnit;
        token.settle(publisher, address(this), perUnit * index.totalUnits); //~ BENIGN FUND_XFER
        emit Distributed(token, publisher, indexId, perUnit);
    }

    // anyone may push a payment to its subscriber
    function claim(SuperToken token, address publisher, uint32 indexId, address subscriber) external {
        payOut(token, publisher, indexId, subscriber);
    }

    function pending(SuperToken token, address publisher, uint32 indexId, address subscriber) public view returns (uint256) {
        Index storage index = indexes[publisher][token][indexId];
        Subscription storage s = index.subscriptions[subscriber];
        return (index.value - s.value) * s.units; //~ BENIGN ARITHMETIC
    }

    function payOut(SuperToken token, address publisher, uint32 indexId, address subscriber) private {
        Index storage index = indexes[publisher][token][indexId];
        require(index.exists, "no index");
        uint256 due = pending(token, publisher, indexId, subscriber);
        index.subscriptions[subscriber].value = index.value; //~ BENIGN STATE_MOD
        if (due > 0) token.settle(address(this), subscriber, due);
    }

    function sender(bytes calldata ctx) private view returns (address) {
        if (msg.sender != address(host)) revert NotHost(); //~ BENIGN ACCESS_CTRL
        return host.decodeCtx(ctx).msgSender; //~ BENIGN ACCESS_CTRL
    }

    event IndexCreated(SuperToken token, address publisher, uint32 indexId);
    event UnitsUpdated(SuperToken token, address publisher, uint32 indexId, address subscriber, uint128 units);
    event Distributed(SuperToken token, address publisher, uint32 indexId, uint256 perUnit);
}
